/* Between the files of lint: one lesson under inspection. */
#ifndef WARPSCHOOL_COMMANDS_LINT_H
#define WARPSCHOOL_COMMANDS_LINT_H

#include "commands/session.h"
#include "course/lint.h"

struct json_t;

typedef struct Linting {
    Session *session; /* its scratch lives as long as one lesson */
    const Lesson *lesson;
    Source kernels;     /* the lesson's own; text NULL: it launches nothing */
    const char *arch;   /* that all is run for, and solutions for the others as well */
    const char **archs; /* that exercises must be solvable for */
    size_t arch_count;
    DiagList diags;           /* of the lesson, in scratch */
    struct json_t *exercises; /* one object each */
    size_t launches, questions, mutants;
    size_t unjudged;  /* questions, exercises and mutants that only the assembler can tell */
    bool stopped;     /* Ctrl-C */
    bool no_compiler; /* nothing can be launched: it was said */
} Linting;

/* Shows on a terminal what is going on just now. */
void lint_progress(const Linting *lint, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Launches and takes note of how it went: false where nothing more can be learnt (stopped, no compiler). The caller
 * frees *outcome in both cases. Compiler messages with a position go to the diagnostics as they are. */
bool lint_launch(Linting *lint, const LaunchJob *job, LaunchOutcome **outcome);
/* The same for what has run already. */
bool lint_note(Linting *lint, const LaunchOutcome *outcome);
/* Why the launch was not passed, in one sentence. In scratch. */
const char *lint_reason(const Linting *lint, const LaunchOutcome *outcome);
/* Notes what nobody is to blame for. */
void lint_unjudged(Linting *lint, Loc loc, const char *what);
/* Complains of a launch that keeps a class waiting. */
void lint_duration(Linting *lint, const LaunchOutcome *outcome, Loc loc);

/* Complains of {{ }} in a text that would show as "(unknown)". markdown may be NULL. */
void lint_filled_text(Linting *lint, const char *markdown, const LaunchEnv *env, Loc loc);

void lint_steps(Linting *lint); /* every launch, expectation and prediction */
void lint_trivia(Linting *lint);
void lint_exercises(Linting *lint); /* as shipped, the solution, the mutants */

#endif
