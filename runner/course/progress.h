/* The record of what a student has done (progress.c), and the same as text (progress_text.c). */
#ifndef WARPSCHOOL_COURSE_PROGRESS_H
#define WARPSCHOOL_COURSE_PROGRESS_H

#include "base/text.h"
#include "course/pack.h"

/* The record of what a student has done, in $XDG_STATE_HOME/warpschool/progress.json. Each change reads the file
 * again under a lock, merges and writes atomically, so that two programs do not overwrite each other's changes. A
 * file that cannot be understood is kept as progress.json.broken-N and reported once. */
typedef struct Progress Progress;
Progress *progress_open(const char *pack_folder, DiagList *diags); /* never NULL */
/* From now on what was kept of a lesson is found by its id less the number ("coalescing" of "06-coalescing") where no
 * lesson of the pack has the kept id: a pack may put its lessons into another order. The pack outlives progress. */
void progress_know_lessons(Progress *progress, const Pack *pack);
/* Takes over what other programs have recorded meanwhile: `watch` in another terminal. */
void progress_renew(Progress *progress);
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
/* Whether the pack has the lesson; true where its lessons are not known. */
bool progress_knows_lesson(const Progress *progress, const char *id);
/* This pack's part of the record, borrowed; NULL: nothing yet. */
const struct json_t *progress_tree(const Progress *progress);

#endif
