/* A lesson in memory, as lesson.c reads it from YAML: steps, questions, exercises with their goals. */
#ifndef WARPSCHOOL_COURSE_LESSON_H
#define WARPSCHOOL_COURSE_LESSON_H

#include "course/launch_spec.h"

/* `expect` entries and goals. `a && b` is two of them, so that each is reported by itself. */
typedef struct Goal {
    const Expr *expr;
    const char *say;    /* or NULL */
    bool hidden;        /* shown only where it is missed */
    const char *means;  /* the goal in words, or NULL */
    GivenPoints points; /* of an exercise's goals alone */
} Goal;

typedef struct Question { /* predict and trivia */
    const char *id;       /* trivia; NULL for a prediction */
    const char *ask;      /* Markdown */
    const Expr *answer;
    const char **choices;
    size_t choice_count;
    LaunchSpec *launch; /* measures the answer: the question's own, or for a prediction the step's; NULL: none needed */
    Binding *with;
    size_t with_count;
    double tolerance;
    const char *why; /* Markdown, or NULL */
    Loc loc;
} Question;

typedef enum StepKind { STEP_TEXT, STEP_LAUNCH, STEP_SWEEP, STEP_COMPARE } StepKind;

/* What a named GPU measured for a step's launches: shown where there is none. */
typedef struct RecordedMetric {
    const char *name;
    Metric metric;
    const double *values; /* one for each launch of the step, in their order */
    size_t value_count;
    Loc loc;
} RecordedMetric;

typedef struct Recorded {
    const char *gpu;  /* "NVIDIA H200" */
    const char *size; /* of what was launched, in words; NULL: as the step says */
    RecordedMetric *metrics;
    size_t metric_count;
    Loc loc;
} Recorded;

/* The limits of a named GPU, to draw a step's launches against. */
typedef struct Roofline {
    const char *gpu;
    double bandwidth;  /* GB/s */
    double throughput; /* GFLOP/s */
    Loc loc;
} Roofline;

typedef struct CompareRow {
    const char *label;
    LaunchSpec *launch;
    Goal *expect;
    size_t expect_count;
} CompareRow;

enum { CHUNK_LIMIT = 64 };                                     /* streams of a launch with `host` */
enum { SWEEP_LIMIT = 1000, ARG_LIMIT = 256, ID_LIMIT = 1000 }; /* values of a sweep, arguments of a launch; steps... */
enum { SHOW_LINES = 1, SHOW_BANKS = 2, SHOW_SOURCE = 4, SHOW_OUTPUT = 8 };

typedef struct Step {
    StepKind kind;
    const char *id;
    const char *text, *then; /* Markdown, or NULL */
    Question *predict;       /* or NULL */
    LaunchSpec *launch;      /* STEP_LAUNCH, STEP_SWEEP */
    const char *over;        /* STEP_SWEEP: the parameter */
    int64_t *over_values;
    size_t over_count;
    CompareRow *rows; /* STEP_COMPARE */
    size_t row_count;
    Metric *show; /* empty: those that are not zero */
    size_t show_count;
    unsigned show_extra; /* SHOW_... */
    Goal *expect;
    size_t expect_count;
    Recorded *recorded; /* or NULL */
    Roofline *roofline; /* or NULL */
    Loc loc;
} Step;

typedef struct Exercise {
    const char *id, *title, *file, *ask;
    LaunchSpec *launches;
    size_t launch_count;
    Goal *goals;
    size_t goal_count;
    const char **hints;
    size_t hint_count;
    /* from pack.yaml: */
    const char *folder;    /* of the pack whose lesson is used, absolute; NULL: this pack's own */
    const char *due;       /* "2026-12-01" or "2026-12-01T23:59"; NULL: none */
    GivenPoints worth;     /* what the whole exercise counts in the course */
    bool hidden_elsewhere; /* the pack was handed out without the hidden part */
    const char **harmless; /* generated dodges that are right answers here (lint/dodges.h) */
    size_t harmless_count;
    Loc loc, file_loc;
} Exercise;

typedef struct Lesson {
    const char *id, *title, *summary; /* summary may be NULL */
    const char *path;                 /* the YAML file, as messages name it */
    const char *folder;               /* as Exercise.folder */
    const char *source;               /* file name under kernels/, or NULL */
    Loc source_loc;
    Param *params;
    size_t param_count;
    Step *steps;
    size_t step_count;
    Question *trivia;
    size_t trivia_count;
    Exercise *exercises;
    size_t exercise_count;
    bool unread;    /* of a pack that was opened: nothing but id and folder is set yet; see pack_lesson */
    bool usable;    /* false: diags says why, nothing else but id and path is set */
    DiagList diags; /* errors and warnings */
} Lesson;

/* A lesson's parameter, or NULL; and whether it may have this value (false: *why is a sentence with
 * what is allowed). */
const Param *lesson_param(const Lesson *lesson, const char *name);
bool param_allows(const Param *param, int64_t value, Arena *arena, const char **why);

/* Calls visit for each launch of the lesson's steps, predictions and trivia; not for those of its exercises. */
void lesson_each_launch(const Lesson *lesson, void (*visit)(void *context, const LaunchSpec *launch), void *context);
/* Whether one of those launches runs that whole program. */
bool lesson_runs(const Lesson *lesson, const char *program);
/* Whether the exercise asks for a whole program. */
bool exercise_is_program(const Exercise *exercise);

/* Parses one lesson; path is used in messages. For pack_load, tests and the fuzzer. */
void lesson_parse(const char *path, const char *text, size_t size, Arena *arena, Lesson *lesson);

#endif
