#include "teach/exercises.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/sha256.h"
#include "course/names.h"

/* Times and counters take further launches on the GPU: they are made only where a goal asks for one of them. */
static bool needs_gpu(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (names_need_gpu(exercise->goals[i].expr)) return true;
    return false;
}

/* Seeds are drawn from 1 to this, which JSON numbers hold exactly: too many for an answer to be tried against each. */
static const uint64_t seed_most = (UINT64_C(1) << 53) - 1;

static bool draws_seed(const LaunchSpec *spec) {
    return !spec->seeded && launch_is_random(spec);
}

bool exercise_draws(const Exercise *exercise) {
    for (size_t i = 0; i < exercise->launch_count; i++)
        if (exercise->launches[i].draw_count > 0 || draws_seed(&exercise->launches[i])) return true;
    return false;
}

/* Adds a text with every line's end as \n: an editor that ends lines with \r\n has not changed the answer. */
static void add_lines(Text *out, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (text[i] != '\r' || i + 1 == size || text[i + 1] != '\n') text_add_char(out, text[i]);
}

/* Which of `count` values the answer draws: by the SHA-256 of what is drawn and of the answer's lines. */
static uint64_t draw_place(Arena *arena, const ExerciseJob *job, size_t launch, const char *name, uint64_t count) {
    Text text = {0};
    text_printf(&text, "%s %zu %s %u\n", job->exercise->id, launch, name, job->draw);
    add_lines(&text, job->source->text, job->source->size);
    char *digest = sha256_text(arena, text.data, text.size);
    text_free(&text);
    digest[15] = '\0'; /* 60 bits are enough */
    return strtoull(digest, NULL, 16) % count;
}

static Binding *draw_values(Arena *arena, const ExerciseJob *job, size_t launch) {
    const LaunchSpec *spec = &job->exercise->launches[launch];
    Binding *drawn = arena_array(arena, Binding, spec->draw_count + 1);
    for (size_t i = 0; i < spec->draw_count; i++) {
        const DrawSpec *draw = &spec->draws[i];
        size_t place = (size_t)draw_place(arena, job, launch, draw->name, draw->value_count);
        drawn[i] = (Binding){draw->name, launch_drawn(draw, place), draw->loc};
    }
    return drawn;
}

uint64_t exercise_seed(Arena *arena, const ExerciseJob *job, size_t number) {
    const LaunchSpec *spec = &job->exercise->launches[number];
    if (!draws_seed(spec)) return spec->seed;
    return 1 + draw_place(arena, job, number, "init: random", seed_most); /* no parameter has such a name */
}

void exercise_draw(Arena *arena, const ExerciseJob *job, size_t number, LaunchJob *launch) {
    LaunchSpec *spec = arena_make(arena, LaunchSpec);
    *spec = job->exercise->launches[number];
    spec->seed = exercise_seed(arena, job, number);
    launch->spec = spec;
    launch->overrides = draw_values(arena, job, number);
    launch->override_count = spec->draw_count;
}

/* ---- orders of the warps ----------------------------------------------------------------------------------------- */

const Order exercise_orders[EXERCISE_ORDERS] = {
    {SCHEDULE_LOCKSTEP, 0}, {SCHEDULE_REVERSE, 0}, {SCHEDULE_RANDOM, 1}, {SCHEDULE_RANDOM, 2}, {SCHEDULE_RANDOM, 3},
};

const char *order_name(Arena *arena, Order order) {
    if (order.schedule != SCHEDULE_RANDOM) return schedule_name[order.schedule];
    return arena_printf(arena, "random:%" PRIu64, order.seed);
}

/* How much of what a launch came to a later order must show to take its place: 0 passed, 1 missed, 2 anything else. */
static int gravity(const LaunchOutcome *outcome) {
    if (outcome->interrupted) return 2;
    return outcome->verdict == VERDICT_PASSED ? 0 : outcome->verdict == VERDICT_MISSED ? 1 : 2;
}

/* Whether other orders could show anything else. */
static bool depends_on_order(const LaunchOutcome *outcome) {
    return outcome->ran && outcome->simulated && gravity(outcome) < 2;
}

static LaunchOutcome *execute_in_orders(Session *session, const LaunchJob *job) {
    LaunchOutcome *worst = launch_execute(session, job);
    Order own = {worst->prepared.launch.schedule, worst->prepared.launch.seed};
    for (size_t i = 0; i < EXERCISE_ORDERS && depends_on_order(worst); i++) {
        const Order *order = &exercise_orders[i];
        if (order->schedule == own.schedule && (own.schedule != SCHEDULE_RANDOM || order->seed == own.seed)) continue;
        LaunchJob other = *job;
        other.order = order;
        LaunchOutcome *outcome = launch_execute(session, &other);
        bool worse = gravity(outcome) > gravity(worst);
        if (worse) outcome->broken_by = order_name(outcome->arena, *order);
        outcome_free(worse ? worst : outcome);
        if (worse) worst = outcome;
    }
    return worst;
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static LaunchOutcome *execute_one(Session *session, const ExerciseJob *job, size_t number) {
    const Exercise *exercise = job->exercise;
    LaunchJob launch = {.lesson = job->lesson,
                        .label = arena_printf(session->scratch, "%s[%zu]", exercise->id, number + 1),
                        .source = job->source,
                        .reference = job->reference,
                        .reference_arch = job->reference_arch,
                        .goals = exercise->goals,
                        .goal_count = exercise->goal_count,
                        .timed = needs_gpu(exercise),
                        .counted = needs_gpu(exercise)};
    exercise_draw(session->scratch, job, number, &launch);
    return job->every_schedule ? execute_in_orders(session, &launch) : launch_execute(session, &launch);
}

/* Whether no further launch can tell anything. */
static bool ends_all(const LaunchOutcome *outcome) {
    return outcome->interrupted || outcome->no_compiler || outcome->no_device || outcome->verdict == VERDICT_UNCOMPILED;
}

size_t exercise_deciding(LaunchOutcome *const *outcomes, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (outcomes[i]->interrupted || outcomes[i]->verdict != VERDICT_PASSED) return i;
    return count - 1;
}

LaunchOutcome **exercise_execute(Session *session, const ExerciseJob *job, size_t *count) {
    size_t planned = job->exercise->launch_count;
    LaunchOutcome **outcomes = arena_array(session->scratch, LaunchOutcome *, planned);
    bool more = true;
    for (*count = 0; *count < planned && more;) {
        LaunchOutcome *outcome = outcomes[*count] = execute_one(session, job, *count);
        (*count)++;
        more = !ends_all(outcome) && (job->all || outcome->verdict == VERDICT_PASSED);
        size_t deciding = exercise_deciding(outcomes, *count);
        for (size_t i = 0; !job->keep_bytes && i < *count; i++)
            if (i != deciding) outcome_drop_bytes(outcomes[i]);
    }
    return outcomes;
}
