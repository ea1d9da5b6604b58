/* An exercise's launches. */
#ifndef WARPSCHOOL_TEACH_EXERCISES_H
#define WARPSCHOOL_TEACH_EXERCISES_H

#include "teach/launch/execute.h"

typedef struct ExerciseJob {
    const Lesson *lesson;
    const Exercise *exercise;
    const Source *source, *reference; /* as in LaunchJob, and so is reference_arch */
    const char *reference_arch;
    unsigned draw;       /* what the launches draw is another value for each number; a student's check has 0 */
    bool keep_bytes;     /* else the buffers of all launches but the one that decides are dropped */
    bool all;            /* every launch, although one is not passed */
    bool every_schedule; /* each launch in its own order of the warps and in those of exercise_orders */
} ExerciseJob;

/* The orders in which `--schedule all` tries a launch, beside its own. In the random ones the first turns of a warp
 * after a barrier have random lengths too. */
enum { EXERCISE_ORDERS = 5 };
extern const Order exercise_orders[EXERCISE_ORDERS];
const char *order_name(Arena *arena, Order order); /* as --schedule takes it: "reverse", "random:2" */

/* Launches the source as the exercise says, up to the first launch that is not passed, or all. *count is at least 1,
 * the array in scratch; each outcome is the caller's to free. With every_schedule a launch's outcome is that of the
 * first order that is neither passed nor missed, else of the first that is missed, else of its own order. A file that
 * does not compile, and Ctrl-C, end it in any case. */
LaunchOutcome **exercise_execute(Session *session, const ExerciseJob *job, size_t *count);
/* The place of the launch that decides: the first that is not passed, else the last. */
size_t exercise_deciding(LaunchOutcome *const *outcomes, size_t count);

/* Whether a launch of the exercise draws a value (`draw` in docs/lesson-format.md) or the seed of its inputs. */
bool exercise_draws(const Exercise *exercise);
/* Sets what launches number `number` of the exercise as it is judged: its spec, and the values that it draws. Of the
 * job only exercise, source and draw matter here and below. */
void exercise_draw(Arena *arena, const ExerciseJob *job, size_t number, LaunchJob *launch);
/* The seed of its inputs. */
uint64_t exercise_seed(Arena *arena, const ExerciseJob *job, size_t number);

#endif
