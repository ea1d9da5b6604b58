/* Verdicts, goals and texts after a launch: results are made by hand here, and each verdict follows from DESIGN.md's
 * definition of the words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "course/course.h"
#include "finding_kinds.h"
#include "metric_names.h"

static Arena *arena;
static Result result;
static Judged judged;
static Finding findings[2];

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

/* A launch that went well: 1 request, 32 wavefronts, 32 ways, no global requests. */
static void reset(void) {
    memset(&result, 0, sizeof result);
    memset(findings, 0, sizeof findings);
    result.status = RUN_FINISHED;
    result.findings = findings;
    judged = (Judged){.correct = true, .judged = true};
    metrics_set(&result.metrics, METRIC_SHARED_LOAD_REQUESTS, 1);
    metrics_set(&result.metrics, METRIC_SHARED_LOAD_WAVEFRONTS, 32);
    metrics_set(&result.metrics, METRIC_SHARED_LOAD_WAYS, 32);
    metrics_set(&result.metrics, METRIC_GLOBAL_LOAD_REQUESTS, 0);
    metrics_set(&result.metrics, METRIC_GLOBAL_STORE_EFFICIENCY, 0.125);
    metrics_set(&result.metrics, METRIC_OCCUPANCY_LIMITER, LIMITER_SHARED);
    metrics_set(&result.metrics, METRIC_INSTRUCTIONS_WARP, 16252928);
}

static void add_finding(FindingKind kind) {
    findings[result.finding_count++] = (Finding){.kind = kind, .count = 1, .message = "m", .loc = {"k.cu", 3, 1}};
}

static Binding stride = {.name = "stride", .value = 32};

static void make_env(LaunchEnv *env) {
    launch_env(env, &stride, 1, &result, &judged, "sim", "sm_90");
}

static Goal goals[4];
static GoalUse use = GOALS_OF_EXERCISE;
static GoalOutcome *outcomes;

/* The verdict under up to three goals; NULL ends them. */
static const char *verdict(const char *a, const char *b, const char *c) {
    const char *const texts[] = {a, b, c, NULL};
    DiagList diags = diag_list(arena);
    size_t count = 0;
    while (texts[count] != NULL) {
        goals[count].expr = expr_parse(texts[count], (Loc){"x", 1, 1}, arena, &diags);
        assert_non_null(goals[count++].expr);
    }
    LaunchEnv env;
    make_env(&env);
    return verdict_name[launch_verdict(&result, &judged, goals, count, use, &env.env, arena, &outcomes)];
}

#define IS(expected, a, b, c) assert_string_equal(verdict(a, b, c), expected)

static void a_launch_that_meets_its_goals_passes(void **state) {
    (void)state;
    reset();
    IS("passed", NULL, NULL, NULL);
    IS("passed", "correct", "findings == 0", "shared.load.ways == stride");
    IS("passed", "launched && finished", "device == \"sim\" && arch == 90", "occupancy.limiter == \"shared\"");
    IS("missed", "correct", "shared.load.ways == 8", NULL);
}

static void a_finding_is_unsafe_even_when_the_output_is_right(void **state) {
    (void)state;
    reset();
    add_finding(FINDING_RACE);
    IS("unsafe", NULL, NULL, NULL);
    IS("unsafe", "correct", "findings == 0", "shared.load.ways == 8");
    IS("unsafe", "correct", "findings.race == 0", NULL);
    IS("unsafe", "findings.out_of_bounds == 0", NULL, NULL); /* says nothing of races */
    judged.correct = false;
    IS("unsafe", "correct", NULL, NULL); /* the race explains the output */
}

static void a_goal_can_expect_what_a_rule_forbids(void **state) {
    (void)state;
    reset();
    add_finding(FINDING_RACE);
    IS("passed", "findings.race == 1", NULL, NULL);
    IS("passed", "findings >= 1", NULL, NULL);
    IS("unsafe", "findings.race == 1", "findings == 0", NULL);
    add_finding(FINDING_OUT_OF_BOUNDS);
    IS("unsafe", "findings.race == 1", NULL, NULL); /* the other finding was not expected */
    reset();
    judged.correct = false;
    IS("passed", "!correct", NULL, NULL);
    IS("wrong", "correct || shared.load.ways == 1", NULL, NULL);
    reset();
    result.status = RUN_REFUSED;
    IS("passed", "!launched", NULL, NULL);
    IS("wrong", "launched", NULL, NULL);
    IS("wrong", NULL, NULL, NULL);
}

static void nothing_is_correct_that_did_not_run_to_its_end(void **state) {
    (void)state;
    reset();
    result.status = RUN_REFUSED;
    IS("passed", "!launched", "!correct", NULL);
    result.status = RUN_STOPPED;
    add_finding(FINDING_BUDGET);
    IS("passed", "!finished", "!correct", NULL);
    judged.judged = false;
    IS("passed", "!finished", "!correct", NULL);
}

static void warnings_are_no_ground_for_a_verdict(void **state) {
    (void)state;
    reset();
    add_finding(FINDING_UNINITIALISED);
    findings[0].warning = true;
    IS("passed", "findings == 0", NULL, NULL);
}

static void a_budget_that_runs_out_is_stuck(void **state) {
    (void)state;
    reset();
    result.status = RUN_STOPPED;
    add_finding(FINDING_BUDGET);
    IS("stuck", "correct", NULL, NULL);
    IS("stuck", "finished", NULL, NULL);
    IS("passed", "!finished", NULL, NULL);
    add_finding(FINDING_RACE);
    IS("stuck", NULL, NULL, NULL);
}

static void a_wrong_output_comes_before_missed_goals(void **state) {
    (void)state;
    reset();
    judged.correct = false;
    IS("wrong", "shared.load.ways == 8", NULL, NULL);
    IS("wrong", "correct", "shared.load.ways == 32", NULL);
}

static void what_is_not_the_students_fault_is_an_error(void **state) {
    (void)state;
    reset();
    IS("error", "time.ms < 1", NULL, NULL); /* the simulator has no clock */
    assert_string_equal(outcomes[0].error, "only a GPU measures it");
    IS("error", "constant.requests > 0", NULL, NULL);
    assert_string_equal(outcomes[0].error, "it is not known on this device");
    IS("missed", "global.load.efficiency > 0.9", NULL, NULL); /* but this kernel could have loaded something */
    assert_string_equal(outcomes[0].error, "the kernel made no such request");
    result.status = RUN_UNSUPPORTED; /* the device failed */
    IS("error", NULL, NULL, NULL);
    result.unknown_to_device = true; /* the kernel's doing */
    IS("unsupported", NULL, NULL, NULL);
    IS("unsupported", "findings == 0", NULL, NULL);
    assert_false(outcomes[0].met);
    assert_false(outcomes[0].evaluated);
    assert_string_equal(outcomes[0].error, "nothing ran");
    result.status = RUN_INTERRUPTED;
    IS("error", NULL, NULL, NULL);
    result.status = RUN_STOPPED; /* and no finding says why */
    IS("error", NULL, NULL, NULL);
}

static void an_expectation_about_a_gpu_is_left_out_without_one(void **state) {
    (void)state;
    reset();
    use = GOALS_EXPECTED;
    IS("passed", "time.ms < 1", "bandwidth.of_copy > 0.9", "shared.load.ways == 32");
    assert_true(outcomes[0].elsewhere && outcomes[1].elsewhere);
    assert_false(outcomes[2].elsewhere);
    IS("missed", "time.ms < 1", "shared.load.ways == 8", NULL);
    IS("error", "constant.requests > 0", NULL, NULL); /* nobody's metric is elsewhere */
    metrics_set(&result.metrics, METRIC_TIME_MS, 2);  /* a clock ran: now it binds */
    IS("missed", "time.ms < 1", NULL, NULL);
    use = GOALS_OF_EXERCISE;
}

static void a_goal_says_what_is_and_what_is_wanted(void **state) {
    (void)state;
    reset();
    const struct {
        const char *goal, *now;
    } cases[] = {
        {"shared.load.ways == 8", "shared.load.ways is 32"},
        {"8 == shared.load.ways", "shared.load.ways is 32"},
        {"shared.load.wavefronts / shared.load.requests < 2", "shared.load.wavefronts / shared.load.requests is 32"},
        {"shared.load.ways == stride", "shared.load.ways is 32, stride is 32"},
        {"correct", "correct is true"},
        {"!launched", "launched is true"},
        {"shared.load.ways == 1 || stride == 1", "shared.load.ways is 32, stride is 32"},
        {"global.store.efficiency > 0.5", "global.store.efficiency is 0.125"},
        {"65536 * shared.load.ways < 2", "65536 * shared.load.ways is 2,097,152"},
        {"1000 * shared.load.requests < 2", "1000 * shared.load.requests is 1,000"},
        {"999 * shared.load.requests < 2", "999 * shared.load.requests is 999"},
        {"time.ms < 1", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        verdict(cases[i].goal, NULL, NULL);
        assert_string_equal(outcomes[0].now, cases[i].now);
        assert_string_equal(outcomes[0].wanted, cases[i].goal);
    }
}

static void what_a_goal_says_to_those_who_miss_it_quotes_the_launch(void **state) {
    (void)state;
    reset();
    goals[0].say = "{{ shared.load.ways }} ways with stride {{ stride }}, {{ occupancy.theoretical }}";
    goals[1].say = "not said";
    IS("missed", "shared.load.ways == 1", "correct", NULL);
    assert_string_equal(outcomes[0].say, "32 ways with stride 32, (only with the CUDA Toolkit)");
    assert_null(outcomes[1].say);
    goals[0].say = goals[1].say = NULL;
}

static void whether_a_launch_fits_is_left_open_where_nobody_counted_the_registers(void **state) {
    (void)state;
    reset();
    result.launch_assumed = true;
    IS("passed", "launched", NULL, NULL);
    assert_true(outcomes[0].unassembled && !outcomes[0].evaluated);
    IS("passed", "!launched", NULL, NULL);
    IS("missed", "!launched", "shared.load.ways == 1", NULL);
    result.status = RUN_REFUSED; /* for another reason */
    result.launch_assumed = false;
    IS("passed", "!launched", NULL, NULL);
    assert_false(outcomes[0].unassembled);
}

static void exit_codes_are_the_documented_ones(void **state) {
    (void)state;
    const int expected[VERDICT_COUNT] = {0, 1, 3, 4, 5, 6, 7, 8};
    for (int v = 0; v < VERDICT_COUNT; v++) assert_int_equal(verdict_exit_code((Verdict)v), expected[v]);
}

static const char *text(const char *markdown, DiagList *diags) {
    LaunchEnv env;
    make_env(&env);
    *diags = diag_list(arena);
    return interpolate_markdown(arena, markdown, &env.env, (Loc){"x.yaml", 7, 0}, diags);
}

static void texts_quote_what_was_measured(void **state) {
    (void)state;
    reset();
    const struct {
        const char *markdown, *shown;
    } cases[] = {
        {"stride {{ stride }} took {{shared.load.wavefronts}} passes", "stride 32 took 32 passes"},
        {"{{ global.store.efficiency : percent }}", "12.5%"},
        {"{{ stride > 1 ? \"many\" : \"one\" }}", "many"},
        {"{{ instructions.warp }}, {{ 0 - instructions.warp }}, {{ 9999 }}", "16,252,928, -16,252,928, 9,999"},
        {"no holes, { one } brace, }} and an open {{ one", "no holes, { one } brace, }} and an open {{ one"},
        {"{{ 1 }}{{ 2 }}", "12"},
        {"", ""},
    };
    DiagList diags;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(text(cases[i].markdown, &diags), cases[i].shown);
}

static void a_text_without_a_value_says_so(void **state) {
    (void)state;
    reset();
    DiagList diags;
    assert_string_equal(text("a\nb {{ constant.requests }}", &diags), "a\nb (unknown)");
    assert_int_equal(diags.count, 1);
    assert_int_equal(diags.first->loc.line, 8);
    assert_string_equal(diags.first->message, "'constant.requests' has no value: it is not known on this device");
    assert_string_equal(text("It took {{ time.ms }} ms.", &diags), "It took (only on a GPU) ms.");
    assert_int_equal(diags.count, 0);
}

static void before_a_launch_only_parameters_are_known(void **state) {
    (void)state;
    LaunchEnv env;
    Value value;
    const char *why;
    launch_env(&env, &stride, 1, NULL, NULL, "gpu", "sm_100a");
    assert_true(env.env.lookup(&env.env, "stride", &value, &why));
    assert_true(env.env.lookup(&env.env, "arch", &value, &why));
    assert_int_equal(value.integer, 100);
    assert_true(env.env.lookup(&env.env, "device", &value, &why));
    assert_string_equal(value.text, "gpu");
    assert_false(env.env.lookup(&env.env, "shared.load.ways", &value, &why));
    assert_string_equal(why, "it is known only after a launch");
    assert_false(env.env.lookup(&env.env, "strode", &value, &why));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_that_meets_its_goals_passes),
        cmocka_unit_test(a_finding_is_unsafe_even_when_the_output_is_right),
        cmocka_unit_test(a_goal_can_expect_what_a_rule_forbids),
        cmocka_unit_test(nothing_is_correct_that_did_not_run_to_its_end),
        cmocka_unit_test(warnings_are_no_ground_for_a_verdict),
        cmocka_unit_test(a_budget_that_runs_out_is_stuck),
        cmocka_unit_test(a_wrong_output_comes_before_missed_goals),
        cmocka_unit_test(what_is_not_the_students_fault_is_an_error),
        cmocka_unit_test(an_expectation_about_a_gpu_is_left_out_without_one),
        cmocka_unit_test(a_goal_says_what_is_and_what_is_wanted),
        cmocka_unit_test(what_a_goal_says_to_those_who_miss_it_quotes_the_launch),
        cmocka_unit_test(whether_a_launch_fits_is_left_open_where_nobody_counted_the_registers),
        cmocka_unit_test(exit_codes_are_the_documented_ones),
        cmocka_unit_test(texts_quote_what_was_measured),
        cmocka_unit_test(a_text_without_a_value_says_so),
        cmocka_unit_test(before_a_launch_only_parameters_are_known),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
