/* What an exercise's launches draw: sizes and the seed of their inputs, by the answer's text. The values of the list
 * were computed with sha256sum. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "course/course.h"
#include "teach/exercises.h"

static Arena *arena;
static Lesson lesson;

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

/* The exercise "mine" with these launches of the kernel k; n is 16 and at most 100000. */
static const Exercise *exercise_of(const char *launches) {
    const char *text =
        arena_printf(arena,
                     "format: 1\nid: x\ntitle: X\nsource: x.cu\nparams:\n"
                     "  n: {default: 16, min: 1, max: 100000}\nsteps:\n  - text: A\nexercises:\n"
                     "  - id: mine\n    title: T\n    file: mine.cu\n    ask: A\n    goals: [correct]\n    hints: [A]\n"
                     "    launches: [%s]\n",
                     launches);
    lesson_parse("x.yaml", text, strlen(text), arena, &lesson);
    if (!lesson.usable) fail_msg("%s", lesson.diags.first->message);
    return &lesson.exercises[0];
}

#define LAUNCH "kernel: k, grid: 1, block: 32"
#define RANDOM "args: [{buffer: a, type: i32, count: 4, init: random}]"

static LaunchJob drawn(const Exercise *exercise, size_t number, const char *text, unsigned draw) {
    Source source = {.text = text, .size = strlen(text)};
    ExerciseJob job = {.exercise = exercise, .source = &source, .draw = draw};
    LaunchJob launch = {0};
    exercise_draw(arena, &job, number, &launch);
    return launch;
}

static int64_t drawn_size(const Exercise *exercise, const char *text) {
    LaunchJob launch = drawn(exercise, 0, text, 0);
    assert_int_equal(launch.override_count, 1);
    assert_string_equal(launch.overrides[0].name, "n");
    return launch.overrides[0].value;
}

static void a_list_is_drawn_from_by_the_hash(void **state) {
    (void)state;
    const Exercise *exercise = exercise_of("{" LAUNCH ", draw: {n: [3, 5, 7, 11, 13]}}");
    /* printf 'mine 0 n 0\nb\n' | sha256sum: the first 15 digits modulo 5 */
    assert_int_equal(drawn_size(exercise, "a\n"), 5);
    assert_int_equal(drawn_size(exercise, "b\n"), 11);
    assert_int_equal(drawn_size(exercise, "b\r\n"), 11); /* another editor, the same answer */
}

static void a_range_is_drawn_from_evenly(void **state) {
    (void)state;
    enum { TEXTS = 5000, VALUES = 10 };
    const Exercise *exercise = exercise_of("{" LAUNCH ", draw: {n: {from: 1000, to: 1029, step: 3}}}");
    int seen[VALUES] = {0};
    for (int i = 0; i < TEXTS; i++) {
        int64_t size = drawn_size(exercise, arena_printf(arena, "// %d\n", i));
        assert_true(size >= 1000 && size <= 1027 && (size - 1000) % 3 == 0);
        seen[(size - 1000) / 3]++;
    }
    for (int i = 0; i < VALUES; i++) /* 500 are expected, give or take 21 */
        if (seen[i] < 400 || seen[i] > 600) fail_msg("%d of %d texts draw %d", seen[i], TEXTS, 1000 + 3 * i);
    assert_int_equal(drawn_size(exercise, "// 1\n"), drawn_size(exercise, "// 1\n"));
}

static void a_seed_is_drawn_where_inputs_are_random_and_none_is_given(void **state) {
    (void)state;
    const Exercise *exercise = exercise_of("{" LAUNCH ", " RANDOM "}, {" LAUNCH ", " RANDOM ", seed: 7}, {" LAUNCH
                                           "}, {" LAUNCH ", " RANDOM "}, {" LAUNCH ", " RANDOM ", seed: 1}");
    uint64_t seed = drawn(exercise, 0, "a\n", 0).spec->seed;
    assert_true(seed >= 1 && seed < UINT64_C(1) << 53);
    assert_true(drawn(exercise, 0, "a\n", 0).spec->seed == seed);
    assert_true(drawn(exercise, 0, "b\n", 0).spec->seed != seed);
    assert_true(drawn(exercise, 0, "a\n", 1).spec->seed != seed); /* another draw of lint's */
    assert_true(drawn(exercise, 3, "a\n", 0).spec->seed != seed); /* another launch */
    assert_true(drawn(exercise, 1, "a\n", 0).spec->seed == 7);
    assert_true(drawn(exercise, 2, "a\n", 0).spec->seed == 1); /* nothing depends on it */
    assert_true(drawn(exercise, 4, "a\n", 0).spec->seed == 1); /* given, though it is the default */
    assert_true(exercise->launches[0].seed == 1);              /* the lesson stays as it is */
}

static void an_exercise_draws_where_a_launch_draws_anything(void **state) {
    (void)state;
    assert_true(exercise_draws(exercise_of("{" LAUNCH "}, {" LAUNCH ", " RANDOM "}")));
    assert_true(exercise_draws(exercise_of("{" LAUNCH ", draw: {n: {from: 3, to: 4}}}")));
    assert_false(exercise_draws(exercise_of("{" LAUNCH "}, {" LAUNCH ", " RANDOM ", seed: 1}")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_list_is_drawn_from_by_the_hash, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_range_is_drawn_from_evenly, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_seed_is_drawn_where_inputs_are_random_and_none_is_given, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_exercise_draws_where_a_launch_draws_anything, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
