/* An exercise's launches. */
#ifndef WARPSCHOOL_TEACH_EXERCISES_H
#define WARPSCHOOL_TEACH_EXERCISES_H

#include "teach/execute.h"

typedef struct ExerciseJob {
    const Lesson *lesson;
    const Exercise *exercise;
    const Source *source, *reference; /* as in LaunchJob, and so is reference_arch */
    const char *reference_arch;
    unsigned draw;   /* what the launches draw is another value for each number; a student's check has 0 */
    bool keep_bytes; /* else the buffers of all launches but the last are dropped */
} ExerciseJob;

/* Launches the source as the exercise says, up to the first launch that is not passed: the last one decides. *count is
 * at least 1, the array in scratch; each outcome is the caller's to free. */
LaunchOutcome **exercise_execute(Session *session, const ExerciseJob *job, size_t *count);

/* Whether a launch of the exercise draws a value (`draw` in docs/lesson-format.md). */
bool exercise_draws(const Exercise *exercise);

#endif
