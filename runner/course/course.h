/* Course: YAML to Lesson, expressions, references, verdicts, progress.
 *
 * A Pack owns its lessons and everything in them (one arena a pack). A lesson that cannot be loaded is kept with its
 * diagnostics; the others are loaded all the same. docs/lesson-format.md is the format's description for authors;
 * the keys are listed once, in lesson.c's tables. */
#ifndef WARPSCHOOL_COURSE_COURSE_H
#define WARPSCHOOL_COURSE_COURSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "course/expr.h"
#include "device.h"

typedef struct Param {
    const char *name, *about;
    int64_t initial, min, max; /* min and max are INT64_MIN, INT64_MAX where not given */
    const int64_t *values;     /* the only ones allowed, or NULL */
    size_t value_count;
    Loc loc;
} Param;

/* A value for a parameter: `with`, `set` and sweeps. */
typedef struct Binding {
    const char *name;
    int64_t value;
    Loc loc;
} Binding;

typedef enum InitKind { INIT_POISON, INIT_ZERO, INIT_IOTA, INIT_RANDOM, INIT_FILL, INIT_VALUES, INIT_FORMULA } InitKind;
typedef enum ReferenceKind { REFERENCE_NONE, REFERENCE_HOST, REFERENCE_FORMULA, REFERENCE_KERNEL } ReferenceKind;

/* A member of a struct that is passed by value. */
typedef struct StructMember {
    const Expr *value;
    Scalar type;
    Loc loc;
} StructMember;

typedef struct ArgSpec {
    ArgKind kind;
    bool symbol;      /* ARG_BUFFER: the contents of the source's variable `name`, and no argument of the kernel */
    const char *name; /* of the buffer: all but values have one */
    Scalar type;
    const Expr *count;           /* buffers: elements; NULL for textures */
    const Expr *width, *height;  /* textures: texels; height NULL: one dimension */
    Texture texture;             /* all but width and height */
    const Expr *value;           /* values; NULL for structs */
    const StructMember *members; /* structs, which are ARG_VALUE too */
    size_t member_count;
    InitKind init;
    const Expr *fill;     /* INIT_FILL, INIT_FORMULA */
    const double *values; /* INIT_VALUES */
    size_t value_count;
    bool output;
    ReferenceKind reference;
    const char *reference_name; /* HOST, KERNEL */
    const Expr *reference_formula;
    double tolerance; /* negative: the type's default */
    bool secret;      /* what it must hold is not shown, only how many elements are right */
    Loc loc;
} ArgSpec;

/* Whether this argument has a buffer; the arguments that do are in the order of Launch.buffers. */
bool arg_has_buffer(const ArgSpec *arg);

typedef struct DefineSpec {
    const char *name;
    const Expr *value; /* or, where NULL, word */
    const char *word;
} DefineSpec;

/* For a launch whose copies to and from the host are timed too, where there is a GPU. */
typedef struct HostSpec {
    HostMemory memory;
    const Expr *chunks; /* NULL: 1 */
    Loc loc;
} HostSpec;

/* Other sizes for the time on a GPU: those that the simulator counts in a moment are over there before a clock can tell
 * two kernels apart. */
typedef struct GpuSpec {
    Binding *with;
    size_t with_count;
    const char *reference; /* the kernel whose outputs stand for those of the host function; NULL: that one itself */
    Loc loc;
} GpuSpec;

/* A parameter whose value an exercise's launch draws by the text of the answer: an answer meets other sizes after each
 * edit, and the same text always the same ones. */
typedef struct DrawSpec {
    const char *name;
    int64_t *values; /* one of these */
    size_t value_count;
    Loc loc;
} DrawSpec;

/* `points` of a goal or a launch: what grading counts it for. */
typedef struct GivenPoints {
    bool given;
    unsigned count;
} GivenPoints;
enum { POINTS_MOST = 10000 }; /* of one goal or launch */

typedef struct LaunchSpec {
    const char *kernel;  /* NULL: a whole program runs in its place: */
    const char *program; /* its file: under kernels/, or of an exercise the student's; NULL: a kernel is launched */
    const Expr **words;  /* what follows the program's name in argv */
    size_t word_count;
    const char **prints; /* lines that it must print, with {{ }} */
    size_t print_count;
    const Expr *exit_code;          /* NULL: 0 */
    const Expr *grid[3], *block[3]; /* NULL beyond the given dimensions: 1 */
    const Expr *shared;             /* NULL: 0 */
    bool shared_optin;
    DefineSpec *defines;
    size_t define_count;
    int max_registers; /* 0: not limited */
    ArgSpec *args;
    size_t arg_count;
    Binding *with;
    size_t with_count;
    DrawSpec *draws; /* of an exercise's launches alone */
    size_t draw_count;
    uint64_t seed, budget;
    Schedule schedule;         /* in the simulator, where the student asks for no other */
    const Expr *bytes, *flops; /* NULL: not given */
    HostSpec *host;            /* NULL: the copies are not measured */
    GpuSpec *gpu;              /* NULL: a GPU is timed with the same sizes */
    GivenPoints points;        /* of an exercise's launches alone */
    Loc loc;
} LaunchSpec;

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
    bool usable;    /* false: diags says why, nothing else but id and path is set */
    DiagList diags; /* errors and warnings */
} Lesson;

enum { PACK_LOADERS = 4 };
typedef struct Pack {
    Arena *arena;
    Arena *loaders[PACK_LOADERS]; /* of lessons that other threads have loaded; each NULL or freed with the pack */
    const char *folder;           /* as given */
    const char *title;            /* from pack.yaml; or NULL */
    bool handed_out;              /* made by `new handout`, from pack.yaml: its solutions are not meant to be here */
    Lesson *lessons;              /* in the order of pack.yaml, else of their file names */
    size_t lesson_count;
    DiagList diags; /* about the folder itself */
} Pack;

/* Never NULL; a folder that is no pack has no lessons and an error in diags. */
Pack *pack_load(const char *folder);
void pack_free(Pack *pack);
/* The folder of a pack by its name: "warpschool" is the one that came with the program, any other one lies in
 * pack_home. NULL: no name of a pack, or none is called so. */
const char *pack_named(Arena *arena, const char *name);
const char *pack_shipped(Arena *arena); /* in the checkout around the program, or PREFIX/share/warpschool; or NULL */
char *pack_home(Arena *arena);          /* $XDG_DATA_HOME/warpschool/packs */
/* Whether the pack lies where an installation put it: in PREFIX/share/warpschool or in pack_home. The next version
 * takes its place, so nothing of a person's may be kept there. */
bool pack_is_installed(const char *folder);
bool pack_is_name(const char *name);     /* small letters, digits and '-', at most 60, beginning with a letter */
bool pack_is_folder(const char *folder); /* it holds lessons/ or pack.yaml */

/* By id, by number ("5", "05"), by the part after the number ("banks"), or by a unique beginning; NULL where none or
 * several match, then *nearest is the closest id or NULL. */
Lesson *pack_find(const Pack *pack, const char *name, const char **nearest);
/* An exercise by id or file name (with or without .cu or folder) over all lessons. */
Exercise *pack_find_exercise(const Pack *pack, const char *name, Lesson **lesson, const char **nearest);

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

/* ---- from a spec to a launch ------------------------------------------------------------------------------------- */

/* A launch ready to compile and run, with its buffers filled. arena owns all; spec and lesson must outlive it. */
typedef struct Prepared {
    const LaunchSpec *spec;
    Binding *bindings; /* every parameter of the lesson with its value here */
    size_t binding_count;
    const char **define_names, **define_values;
    size_t define_count;
    Launch launch;      /* image is the caller's to set */
    void **before;      /* for each buffer: its bytes before the launch */
    const char **words; /* of a whole program, and the lines that it must print */
    size_t word_count;
    const char **prints;
    size_t print_count;
    int exit_code;
    uint64_t bytes, flops; /* `bytes` and `flops`, 0 where not given */
} Prepared;

enum { PREPARED_BYTES_LIMIT = 1 << 30 }; /* all buffers of a launch together: 1 GiB */

/* overrides win over spec->with, which wins over the lesson's defaults. False with errors in diags (an expression that
 * fails, a size out of bounds, an unknown parameter). */
bool launch_prepare(const Lesson *lesson, const LaunchSpec *spec, const Binding *overrides, size_t override_count,
                    Arena *arena, DiagList *diags, Prepared *prepared);

/* Does the launch depend on this parameter: does one of its expressions name it? */
bool launch_uses(const LaunchSpec *spec, const char *param);

/* How an output differs from its reference. */
typedef struct Mismatch {
    const char *buffer;
    size_t index; /* first element that differs */
    size_t count; /* elements that differ */
    size_t total; /* elements */
    double expected, got;
    bool poisoned; /* that element was never written */
    Scalar type;
    bool secret; /* nothing but count and total may be shown */
} Mismatch;

/* What must be known to judge: the launch as it ran and its result. */
typedef struct Judged {
    bool correct;
    bool judged;       /* false: no output has a reference */
    Mismatch mismatch; /* where !correct: the first output that differs */
    const char *why;   /* of a whole program: what else is wrong, a clause ("it ended with exit code 1"); or NULL */
} Judged;

/* Compares every output with its reference. Reference kernels have to have run already: reference_after[b] holds the
 * bytes that buffer b's reference kernel left, NULL for buffers with another kind of reference. */
void launch_judge(const Prepared *prepared, void *const *reference_after, Arena *arena, DiagList *diags,
                  Judged *judged);

/* What `correct` means everywhere: every block ran to its end, and every output that has a reference equals it. */
bool launch_correct(const Result *result, const Judged *judged);

/* The environment that expectations, goals, answers and texts see after a launch. result and judged may be NULL (before
 * a launch): then only parameters, device and arch are known. */
typedef struct LaunchEnv {
    ExprEnv env; /* pass &env.env */
    const Binding *bindings;
    size_t binding_count;
    const Result *result;
    const Judged *judged;
    const char *device;
    int arch;
} LaunchEnv;
void launch_env(LaunchEnv *env, const Binding *bindings, size_t binding_count, const Result *result,
                const Judged *judged, const char *device, const char *arch);

/* Replaces {{ expression }} in a Markdown text. Errors become "(unknown)" and a diagnostic. */
char *interpolate_markdown(Arena *arena, const char *markdown, const ExprEnv *env, Loc loc, DiagList *diags);
/* The same for what a program prints: numbers as printf prints them, without commas. */
char *interpolate_plain(Arena *arena, const char *text, const ExprEnv *env, Loc loc, DiagList *diags);

/* ---- verdicts ---------------------------------------------------------------------------------------------------- */

typedef enum Verdict {
    VERDICT_PASSED,
    VERDICT_WRONG,
    VERDICT_UNSAFE,
    VERDICT_MISSED,
    VERDICT_UNCOMPILED,
    VERDICT_STUCK,
    VERDICT_ERROR,
    VERDICT_UNSUPPORTED, /* the simulator names what it does not know */
    VERDICT_COUNT
} Verdict;
extern const char *const verdict_name[VERDICT_COUNT];
/* passed 0, wrong 1, unsafe 3, missed 4, uncompiled 5, stuck 6, error 7, unsupported 8; 2 is kept for wrong usage. */
int verdict_exit_code(Verdict verdict);

typedef struct GoalOutcome {
    const Goal *goal;
    bool met;
    bool evaluated;     /* false: error says why it could not be judged */
    const char *now;    /* "shared.load.ways is 32" : the left side's text and value, or "" */
    const char *wanted; /* the goal's text */
    const char *error;
    const char *say;  /* the goal's own, its {{ }} filled in; NULL where it was met or has none */
    bool elsewhere;   /* not evaluated, because only a GPU or the assembler gives one of its metrics: `expect` does not
                         insist then */
    bool later;       /* not evaluated, because one of its metrics takes further runs of the launch, which are made once
                         everything else is met */
    bool unassembled; /* elsewhere because of the assembler: an exercise does not insist either */
} GoalOutcome;

/* Whether the expression names a metric that is missing only because no assembler was used. */
bool result_lacks_assembler(const Expr *expr, const Result *result);

/* The verdict on one launch that was compiled and run. goals may be a step's expectations. Order: refused or
 * unsupported, stuck (budget), unsafe (a finding), wrong. A finding comes before wrong because a race explains a
 * wrong output. A refused launch is `wrong`: nothing was written. A goal that tests `findings` (or
 * `findings.race`...), `launched`, `finished` or `correct` replaces the rule on that matter. A goal that this device
 * cannot judge (a metric that it does not know) makes the verdict `error`; an expectation about a metric that only a
 * GPU gives is left out where there is none, so that a lesson runs everywhere. What only the assembler gives
 * (registers, spills, occupancy) is left out of both where the kernel was compiled without one. What takes further runs
 * of the launch is left out until those have been made. outcomes has
 * goal_count entries; it may be NULL. */
typedef enum GoalUse { GOALS_OF_EXERCISE, GOALS_EXPECTED } GoalUse;
Verdict launch_verdict(const Result *result, const Judged *judged, const Goal *goals, size_t goal_count, GoalUse use,
                       const ExprEnv *env, Arena *arena, GoalOutcome **outcomes);

/* ---- progress ---------------------------------------------------------------------------------------------------- */

/* The record of what a student has done, in $XDG_STATE_HOME/warpschool/progress.json. Each change reads the file
 * again under a lock, merges and writes atomically, so that two programs do not overwrite each other's changes. A
 * file that cannot be understood is kept as progress.json.broken-N and reported once. */
typedef struct Progress Progress;
Progress *progress_open(const char *pack_folder, DiagList *diags); /* never NULL */
/* From now on what was kept of a lesson is found by its id less the number ("coalescing" of "06-coalescing") where no
 * lesson of the pack has the kept id: a pack may put its lessons into another order. The pack outlives progress. */
void progress_know_lessons(Progress *progress, const Pack *pack);
void progress_free(Progress *progress);
bool progress_lesson_done(const Progress *progress, const char *lesson);
bool progress_exercise_passed(const Progress *progress, const char *exercise);
int progress_hints_shown(const Progress *progress, const char *exercise);
size_t progress_step(const Progress *progress, const char *lesson); /* next step to show, from 0 */
int progress_trivia(const Progress *progress, const char *lesson,
                    const char *question); /* 1 right, -1 wrong, 0 not yet */
/* What was predicted at a step: the answer that was given last, what was measured then, and whether they agree, at the
 * first try and at the last. False: no answer was given yet. Texts in arena. */
typedef struct Prediction {
    const char *answer, *measured;
    bool right_first, right;
} Prediction;
bool progress_prediction(const Progress *progress, const char *lesson, const char *step, Arena *arena,
                         Prediction *prediction);
/* Whether the step was neither predicted nor its answer seen. */
bool progress_prediction_open(const Progress *progress, const char *lesson, const char *step);
/* Predictions of a lesson, NULL: of all, and those that were right at the first try. */
typedef struct PredictionScore {
    size_t given, right;
} PredictionScore;
PredictionScore progress_score(const Progress *progress, const char *lesson);
const char *progress_current(const Progress *progress);              /* lesson id or NULL; lives as long as progress */
const char *progress_folder(const Progress *progress, Arena *arena); /* working folder, absolute; NULL: none */
void progress_set_lesson_done(Progress *progress, const char *lesson);
void progress_set_exercise_passed(Progress *progress, const char *exercise);
void progress_set_hints(Progress *progress, const char *exercise, int shown);
void progress_set_step(Progress *progress, const char *lesson, size_t step);
void progress_set_trivia(Progress *progress, const char *lesson, const char *question, bool right);
/* right_first is kept from the first call for that step, and false after progress_see_answer. */
void progress_set_prediction(Progress *progress, const char *lesson, const char *step, const Prediction *prediction);
/* The student has seen what is to be predicted, and gave no answer: one that is given later is not the first try. */
void progress_see_answer(Progress *progress, const char *lesson, const char *step);
void progress_set_current(Progress *progress, const char *lesson);
void progress_set_folder(Progress *progress, const char *folder); /* UTF-8 */
/* The exercise that `watch` looked at last, an id, or NULL; valid until the next change. */
const char *progress_watched(const Progress *progress);
void progress_set_watched(Progress *progress, const char *exercise);
bool progress_failed(const Progress *progress, const char **why); /* the last write could not be made */
/* Between hold and release changes are not written one by one; false: they could not be written. */
void progress_hold(Progress *progress);
bool progress_release(Progress *progress);

/* The record as text for people and programs, each thing on a line by its id: see progress_text.c. */
void progress_export(const Progress *progress, Text *out);
/* Adds what such a text records. Nothing is lost: what was done stays done, the later step and the larger number of
 * hints stay, a first prediction stays the first. Lines that are none are named in diags, the others taken. Returns how
 * many lines were taken. */
size_t progress_import(Progress *progress, const char *file, const char *text, DiagList *diags);
/* The id that a lesson has now, where the one given is that of an earlier order of the lessons. */
const char *progress_lesson_now(const Progress *progress, const char *id);
/* This pack's part of the record, borrowed; NULL: nothing yet. */
const struct json_t *progress_tree(const Progress *progress);

#endif
