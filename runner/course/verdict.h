/* What a launch's result, its outputs and the goals make of an answer (verdict.c). */
#ifndef WARPSCHOOL_COURSE_VERDICT_H
#define WARPSCHOOL_COURSE_VERDICT_H

#include "course/prepared.h"

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
    const char *say;  /* the goal's own, its {{ }} filled in; NULL where it was met, has none, or names what has
                         no value */
    bool elsewhere;   /* not evaluated, because only a GPU or the assembler gives one of its metrics: `expect` does not
                         insist then */
    bool later;       /* not evaluated, because one of its metrics takes further runs of the launch, which are made once
                         everything else is met */
    bool unassembled; /* elsewhere because of the assembler: an exercise does not insist either */
} GoalOutcome;

/* What the goal is about, in words: its lesson's; of a hidden goal without any, what it measures (goal_labels.c).
 * NULL: none. */
const char *goal_means(const Goal *goal);

/* Whether one of the goals that wait for further runs mentions the name. outcomes NULL: yes, all are wanted. */
bool goal_waits_for(const GoalOutcome *outcomes, size_t count, const char *name);

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

#endif
