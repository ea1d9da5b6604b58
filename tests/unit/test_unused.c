/* What further runs of a launch tell, with a device that is made up: it says how each run ends, and when time is up. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "metric_names.h"
#include "teach/launch/unused.h"
#include "terminal/terminal.h"

static const char ptx[] = ".version 8.3\n.target sm_90\n.address_size 64\n"
                          ".visible .entry k(.param .u64 p) {\n.reg .b32 %r<3>; .reg .b64 %d<3>;\n"
                          "ld.param.u64 %d1, [p]; cvta.to.global.u64 %d1, %d1;\nld.global.u32 %r1, "
                          "[%d1];\nst.global.u32 [%d1], %r1; ret; }\n";

/* What comes while the blocks begin in the other order. */
static int signals[2];
static RunStatus descending, shuffled = RUN_FINISHED;

static void run(Device *device, const Launch *launch, Arena *arena, Result *result) {
    (void)device, (void)arena;
    *result = (Result){.status = RUN_FINISHED, .printed = ""};
    metrics_set(&result->metrics, METRIC_SHARED_LOAD_OWN, 0);
    if (launch->block_order == BLOCKS_SHUFFLED) result->status = shuffled;
    if (launch->block_order != BLOCKS_DESCENDING) return;
    result->status = descending;
    for (size_t i = 0; i < 2 && signals[i] != 0; i++) raise(signals[i]);
}

static LaunchOutcome *measure(int first, int second, RunStatus status) {
    static Image image;
    static Device device = {.name = "sim", .run = run};
    static Session session;
    LaunchOutcome *outcome = calloc(1, sizeof *outcome);
    signals[0] = first, signals[1] = second, descending = status;
    image = (Image){.ptx = ptx, .ptx_size = sizeof ptx - 1};
    session.devices.sim = &device;
    session.options.timeout = 600;
    outcome->arena = arena_new();
    outcome->prepared.launch.image = &image;
    outcome->sim.result.printed = "";
    terminal_clear_interrupt();
    unused_measure(&session, outcome, NULL, 0);
    return outcome;
}

static void forget(LaunchOutcome *outcome) {
    arena_free(outcome->arena);
    free(outcome);
    terminal_clear_interrupt();
}

static void a_shuffled_order_that_ends_otherwise(void **state) {
    (void)state;
    shuffled = RUN_STOPPED;
    LaunchOutcome *waits = measure(0, 0, RUN_FINISHED);
    assert_true(waits->result.metrics.value[METRIC_ORDER_BLOCKS] == 1);
    forget(waits);
    shuffled = RUN_FINISHED;
}

static void another_order_that_ends_alike_or_not(void **state) {
    (void)state;
    LaunchOutcome *same = measure(0, 0, RUN_FINISHED), *waits = measure(0, 0, RUN_STOPPED);
    assert_true(same->result.metrics.known[METRIC_ORDER_BLOCKS]);
    assert_true(same->result.metrics.value[METRIC_ORDER_BLOCKS] == 0);
    assert_true(waits->result.metrics.value[METRIC_ORDER_BLOCKS] == 1);
    forget(same);
    forget(waits);
}

static void what_time_ends_is_not_known(void **state) {
    (void)state;
    LaunchOutcome *outcome = measure(SIGPROF, 0, RUN_INTERRUPTED);
    assert_false(outcome->result.metrics.known[METRIC_ORDER_BLOCKS]);
    assert_false(outcome->interrupted);
    assert_int_equal(*terminal_interrupted(), 0);
    forget(outcome);
}

static void an_interrupt_is_not_lost_when_time_is_up_too(void **state) {
    (void)state;
    static const int order[2][2] = {{SIGPROF, SIGINT}, {SIGINT, SIGPROF}};
    for (size_t i = 0; i < 2; i++) {
        LaunchOutcome *outcome = measure(order[i][0], order[i][1], RUN_INTERRUPTED);
        assert_true(outcome->interrupted);
        assert_int_not_equal(*terminal_interrupted(), 0);
        forget(outcome);
    }
}

static int catch_signals(void **state) {
    (void)state;
    terminal_catch_signals();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_order_that_ends_alike_or_not),
        cmocka_unit_test(a_shuffled_order_that_ends_otherwise),
        cmocka_unit_test(what_time_ends_is_not_known),
        cmocka_unit_test(an_interrupt_is_not_lost_when_time_is_up_too),
    };
    return cmocka_run_group_tests(tests, catch_signals, NULL);
}
