/* Grading: points, and the instructor's file grading.yaml with what students are not shown.
 *
 * grading.c reads the file, points.c adds up. Of a hidden part nothing may reach a student but that it exists, whether
 * it is met, its points, and the sentence that the instructor wrote: whoever prints takes a HiddenReport, and no
 * launch, result or goal of the part. */
#ifndef WARPSCHOOL_COURSE_GRADING_H
#define WARPSCHOOL_COURSE_GRADING_H

#include "course/course.h"

/* ---- hidden parts (grading.c) ------------------------------------------------------------------------------------ */

/* An entry under `launches` or `goals`. */
typedef struct HiddenItem {
    const char *say;    /* its own sentence, else its exercise's, else one of ours; printed as it stands */
    GivenPoints points; /* 1 where not given */
    bool is_goal;
    size_t first, count; /* in judged.launches, or of a goal its place in judged.goals, and 1 */
    Loc loc;
} HiddenItem;

typedef struct HiddenPart {
    const char *exercise; /* id */
    HiddenItem *items;
    size_t item_count;
    /* What is launched for it: the lesson's exercise with the lesson's goals and then the hidden ones. Its launches are
     * the lesson's own, where there is a hidden goal, and then the hidden ones. */
    Exercise judged;
    size_t shown_goals; /* how many of its goals are the lesson's */
    Loc loc;
} HiddenPart;

typedef struct Grading {
    const char *path;
    HiddenPart *parts;
    size_t part_count;
    DiagList diags; /* an error makes the whole file unusable: a part that is left out would pass everybody */
} Grading;

/* Reads the file for the exercises of the pack. Never NULL; arena owns all, and pack must outlive it. */
Grading *grading_load(const char *path, const Pack *pack, Arena *arena);
/* The exercise's part, or NULL. */
const HiddenPart *grading_part(const Grading *grading, const Exercise *exercise);

/* Which items are met by the outcomes of all launches of `judged`; in arena. A launch meets its item where it is passed
 * by the lesson's goals. A hidden goal is met where it holds in every launch, and all are right and safe. */
struct LaunchJudgement;
bool *hidden_items_met(const HiddenPart *part, const struct LaunchJudgement *judgements, size_t count, Arena *arena);

/* What may be said of a hidden part. */
typedef struct HiddenReport {
    bool elsewhere; /* the part is not here: this pack was handed out without it. Then nothing else is set */
    bool judged;    /* false: it is not looked at before all that is shown is met */
    bool failed;    /* it could not be judged; nobody's mistake but ours or the instructor's */
    const HiddenItem *items;
    const bool *met; /* of each; NULL where !judged */
    size_t count;
} HiddenReport;

/* ---- points (points.c) ------------------------------------------------------------------------------------------- */

/* What one launch of an exercise came to. */
typedef struct LaunchJudgement {
    Verdict verdict;
    const GoalOutcome *outcomes; /* one for each goal of the exercise; NULL: the launch did not run */
} LaunchJudgement;

typedef struct PointsEarned {
    unsigned earned, possible;
} PointsEarned;

/* What an exercise's launches earn. A launch earns its points where its output is right and nothing that is not safe
 * was seen: where its verdict is passed or missed. A goal earns its points where all launches are so and it is met in
 * each. A goal without `points` counts 1, a launch without none; an item of the hidden part, where it is met, its
 * points or 1. Where nothing of all that was given points there is no credit for a part: all points for a pass, the
 * hidden part included, else nothing. */
typedef struct Points {
    bool partial; /* points were given, so that a part of them may be earned */
    unsigned earned, possible;
    PointsEarned *goals, *launches, *hidden; /* of each, in the exercise's order */
} Points;

/* count: of the launches that were judged; those that were not earn nothing. hidden: NULL where nothing is hidden. */
void exercise_points(const Exercise *exercise, const LaunchJudgement *judgements, size_t count,
                     const HiddenReport *hidden, Arena *arena, Points *points);

#endif
