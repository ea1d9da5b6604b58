#include "teach/exercises.h"

#include <stdlib.h>

#include "base/sha256.h"
#include "course/names.h"

/* Times and counters take further launches on the GPU: they are made only where a goal asks for one of them. */
static bool needs_gpu(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (names_need_gpu(exercise->goals[i].expr)) return true;
    return false;
}

bool exercise_draws(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->launch_count; i++)
        if (exercise->launches[i].draw_count > 0) return true;
    return false;
}

/* Which of `count` values the answer draws: by the SHA-256 of what is drawn and of the answer's text. */
static size_t draw_place(Arena *arena, const ExerciseJob *job, size_t launch, const char *name, size_t count) {
    Text text = {0};
    text_printf(&text, "%s %zu %s %u\n", job->exercise->id, launch, name, job->draw);
    text_add_n(&text, job->source->text, job->source->size);
    char *digest = sha256_text(arena, text.data, text.size);
    text_free(&text);
    digest[15] = '\0'; /* 60 bits are enough */
    return (size_t)(strtoull(digest, NULL, 16) % count);
}

static Binding *draw_values(Arena *arena, const ExerciseJob *job, size_t launch) {
    const LaunchSpec *spec = &job->exercise->launches[launch];
    Binding *drawn = arena_array(arena, Binding, spec->draw_count + 1);
    for (size_t i = 0; i < spec->draw_count; i++) {
        const DrawSpec *draw = &spec->draws[i];
        size_t place = draw_place(arena, job, launch, draw->name, draw->value_count);
        drawn[i] = (Binding){draw->name, draw->values[place], draw->loc};
    }
    return drawn;
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
                            .overrides = draw_values(session->scratch, job, *count),
                            .override_count = exercise->launches[*count].draw_count,
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
