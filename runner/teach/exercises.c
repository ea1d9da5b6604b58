#include "teach/exercises.h"

#include "course/names.h"

/* Times and counters take further launches on the GPU: they are made only where a goal asks for one of them. */
static bool needs_gpu(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (names_need_gpu(exercise->goals[i].expr)) return true;
    return false;
}

LaunchOutcome **exercise_execute(Session *session, const ExerciseJob *job, size_t *count) {
    const Exercise *exercise = job->exercise;
    LaunchOutcome **outcomes = arena_array(session->scratch, LaunchOutcome *, exercise->launch_count);
    int status = STATUS_DONE;
    for (*count = 0; *count < exercise->launch_count && status == STATUS_DONE; (*count)++) {
        LaunchJob launch = {.lesson = job->lesson,
                            .spec = &exercise->launches[*count],
                            .label = arena_printf(session->scratch, "%s[%zu]", exercise->id, *count + 1),
                            .source = job->source,
                            .reference = job->reference,
                            .reference_arch = job->reference_arch,
                            .goals = exercise->goals,
                            .goal_count = exercise->goal_count,
                            .timed = needs_gpu(exercise),
                            .counted = needs_gpu(exercise)};
        if (*count > 0 && !job->keep_bytes) outcome_drop_bytes(outcomes[*count - 1]);
        outcomes[*count] = launch_execute(session, &launch);
        status = status_after(status, outcomes[*count]);
    }
    return outcomes;
}
