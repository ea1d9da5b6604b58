/* What an exercise's launches earn, by the rules that docs/lesson-format.md states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "course/grading.h"

enum { GOALS = 2, LAUNCHES = 3 };

typedef struct Fixture {
    Goal goals[GOALS];
    LaunchSpec launches[LAUNCHES];
    Exercise exercise;
    GoalOutcome outcomes[LAUNCHES][GOALS];
    LaunchJudgement judgements[LAUNCHES];
    const HiddenReport *hidden;
    Points points;
} Fixture;

/* Every goal is met in every launch; nothing is given points. */
static void begin(Fixture *f) {
    memset(f, 0, sizeof *f);
    f->exercise = (Exercise){.goals = f->goals, .goal_count = GOALS, .launches = f->launches, .launch_count = LAUNCHES};
    for (size_t i = 0; i < LAUNCHES; i++) {
        for (size_t g = 0; g < GOALS; g++) f->outcomes[i][g] = (GoalOutcome){.met = true, .evaluated = true};
        f->judgements[i] = (LaunchJudgement){VERDICT_PASSED, f->outcomes[i]};
    }
}

/* "earned/possible: goals / launches" of the first `count` launches. */
static const char *earned(Fixture *f, size_t count, Arena *arena) {
    exercise_points(&f->exercise, f->judgements, count, f->hidden, arena, &f->points);
    const Points *p = &f->points;
    return arena_printf(arena, "%u/%u: %u %u / %u %u %u", p->earned, p->possible, p->goals[0].earned,
                        p->goals[1].earned, p->launches[0].earned, p->launches[1].earned, p->launches[2].earned);
}

static void give(Fixture *f) {
    f->goals[0].points = (GivenPoints){true, 5};
    f->launches[0].points = (GivenPoints){true, 1};
    f->launches[2].points = (GivenPoints){true, 2};
}

static void without_points_a_pass_earns_all_and_anything_else_nothing(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    assert_string_equal(earned(&f, LAUNCHES, arena), "2/2: 1 1 / 0 0 0");
    assert_false(f.points.partial);
    f.judgements[1].verdict = VERDICT_MISSED;
    f.outcomes[1][0].met = false;
    assert_string_equal(earned(&f, LAUNCHES, arena), "0/2: 0 0 / 0 0 0");
    arena_free(arena);
}

static void a_goal_earns_where_all_launches_meet_it_and_are_right_and_safe(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    give(&f);
    assert_string_equal(earned(&f, LAUNCHES, arena), "9/9: 5 1 / 1 0 2");
    assert_true(f.points.partial);
    f.judgements[1].verdict = VERDICT_MISSED;
    f.outcomes[1][0].met = false;
    assert_string_equal(earned(&f, LAUNCHES, arena), "4/9: 0 1 / 1 0 2");
    f.judgements[2].verdict = VERDICT_UNSAFE;
    assert_string_equal(earned(&f, LAUNCHES, arena), "1/9: 0 0 / 1 0 0");
    f.judgements[0].verdict = VERDICT_WRONG;
    assert_string_equal(earned(&f, LAUNCHES, arena), "0/9: 0 0 / 0 0 0");
    arena_free(arena);
}

static void what_was_not_launched_earns_nothing(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    give(&f);
    assert_string_equal(earned(&f, 1, arena), "1/9: 0 0 / 1 0 0");
    f.judgements[0] = (LaunchJudgement){VERDICT_UNCOMPILED, NULL};
    assert_string_equal(earned(&f, 1, arena), "0/9: 0 0 / 0 0 0");
    arena_free(arena);
}

static void what_only_the_assembler_tells_is_not_held_against_a_student(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    give(&f);
    for (size_t i = 0; i < LAUNCHES; i++) f.outcomes[i][1] = (GoalOutcome){.elsewhere = true, .unassembled = true};
    assert_string_equal(earned(&f, LAUNCHES, arena), "9/9: 5 1 / 1 0 2");
    arena_free(arena);
}

static void points_of_no_count_are_points_all_the_same(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    f.goals[0].points = (GivenPoints){true, 0};
    f.judgements[1].verdict = VERDICT_MISSED;
    f.outcomes[1][0].met = false;
    assert_string_equal(earned(&f, LAUNCHES, arena), "1/1: 0 1 / 0 0 0");
    arena_free(arena);
}

static void a_hidden_part_earns_what_is_met_of_it(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Fixture f;
    begin(&f);
    HiddenItem items[2] = {{.points = {true, 4}}, {.is_goal = true}};
    bool met[2] = {true, false};
    HiddenReport hidden = {.judged = true, .items = items, .met = met, .count = 2};
    f.hidden = &hidden;
    assert_string_equal(earned(&f, LAUNCHES, arena), "6/7: 1 1 / 0 0 0"); /* 2 goals, and 4 of 4 + 1 */
    assert_int_equal(f.points.hidden[0].earned, 4);
    assert_int_equal(f.points.hidden[1].earned, 0);
    items[0].points.given = false; /* then nothing is given points, and it is all or nothing */
    assert_string_equal(earned(&f, LAUNCHES, arena), "0/4: 0 0 / 0 0 0");
    met[1] = true;
    assert_string_equal(earned(&f, LAUNCHES, arena), "4/4: 1 1 / 0 0 0");
    hidden.judged = false;
    assert_string_equal(earned(&f, LAUNCHES, arena), "0/4: 0 0 / 0 0 0");
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_points_a_pass_earns_all_and_anything_else_nothing),
        cmocka_unit_test(a_goal_earns_where_all_launches_meet_it_and_are_right_and_safe),
        cmocka_unit_test(what_was_not_launched_earns_nothing),
        cmocka_unit_test(what_only_the_assembler_tells_is_not_held_against_a_student),
        cmocka_unit_test(a_hidden_part_earns_what_is_met_of_it),
        cmocka_unit_test(points_of_no_count_are_points_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
