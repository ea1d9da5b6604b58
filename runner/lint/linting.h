/* The state of linting one lesson: its data, its mistakes, and what every part of lint does with a launch. */
#ifndef WARPSCHOOL_LINT_LINTING_H
#define WARPSCHOOL_LINT_LINTING_H

#include "base/vec.h"
#include "teach/launch/execute.h"

/* A mutant that was judged. */
typedef struct LintedMutant {
    const char *path;
    Verdict stated, verdict; /* the one that its first line states; the one that the check gave */
} LintedMutant;

/* A dodge that was judged. */
typedef struct LintedDodge {
    const char *name, *what;
    Verdict verdict;
    bool harmless; /* the exercise names it as a right answer */
} LintedDodge;

/* An exercise as far as it was judged. */
typedef struct LintedExercise {
    const Exercise *exercise;
    bool shipped_judged, solution_tried, mutants_tried, dodges_tried; /* what the lines below hold: */
    Verdict shipped;
    VEC(const char *) archs, schedules; /* that the solution passed for */
    VEC(LintedMutant) mutants;
    VEC(LintedDodge) dodges;
} LintedExercise;

typedef struct Linting {
    Session *session; /* its scratch lives as long as one lesson */
    const Lesson *lesson;
    Source kernels;     /* the lesson's own; its text is empty where it launches no kernel by itself */
    const char *arch;   /* that all is run for, and solutions for the others as well */
    const char **archs; /* that exercises must be solvable for */
    size_t arch_count;
    DiagList diags; /* of the lesson, in scratch */
    VEC(LintedExercise) exercises;
    size_t launches, questions;
    size_t rows;                  /* of the current step's table, so far */
    Metrics first_row;            /* what its first launch counted */
    bool varies[METRIC_CAPACITY]; /* the metrics that another row has otherwise */
    size_t unjudged;              /* questions, exercises and mutants that only the assembler can tell */
    bool shows_progress;          /* on a terminal */
    bool stopped;                 /* Ctrl-C */
    bool no_compiler;             /* nothing can be launched, which was reported */
} Linting;

/* ---- one launch -------------------------------------------------------------------------------------------------- */

/* Launches and records the outcome: false where no further launch makes sense (stopped, no compiler). The caller
 * frees *outcome in both cases. Compiler messages with a position go to the diagnostics as they are. */
bool lint_launch(Linting *lint, const LaunchJob *job, LaunchOutcome **outcome);
/* The same for what has run already. */
bool lint_note(Linting *lint, const LaunchOutcome *outcome);
/* Why the launch was not passed, in one sentence. In scratch. */
const char *lint_reason(const Linting *lint, const LaunchOutcome *outcome);
/* Records that something could not be judged without the toolkit's assembler, which is no mistake. */
void lint_unjudged(Linting *lint, Loc loc, const char *what);
/* Complains of a launch that takes more than two seconds. */
void lint_duration(Linting *lint, const LaunchOutcome *outcome, Loc loc);
/* Complains of {{ }} in a text that would show as "(unknown)". markdown may be NULL. */
void lint_filled_text(Linting *lint, const char *markdown, const LaunchEnv *env, Loc loc);

/* ---- one exercise ------------------------------------------------------------------------------------------------ */

/* A file that was judged as an exercise. */
typedef struct Judgement {
    bool known; /* false: stopped, no compiler, or the file could not be read */
    Verdict verdict;
    const char *reason; /* where it was not passed */
    size_t launch;      /* the launch that decided, from 1 */
    bool unassembled;   /* passed, but some goal needs the assembler */
} Judgement;

/* Judges a file. solution: it is the lesson's own answer, so that warnings, texts and slow launches are complained of.
 * draw: as in ExerciseJob. */
Judgement lint_judge(Linting *lint, const Exercise *exercise, const Source *source, bool solution, unsigned draw);

/* ---- findings ---------------------------------------------------------------------------------------------------- */

/* Each finding once, in the order of files and lines; in arena. */
DiagList lint_findings(Arena *arena, const DiagList *diags);

/* ---- on a terminal ----------------------------------------------------------------------------------------------- */

/* Shows the current work, in place of the line that was shown last. */
void lint_progress(const Linting *lint, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lint_show_progress(const Session *session, const char *line);
void lint_clear_progress(void);

#endif
