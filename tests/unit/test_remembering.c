/* A simulator that remembers, around a device that counts how often it is asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "finding_kinds.h"
#include "lint/remembering.h"
#include "metric_names.h"

static Arena *arena;
static Device *device;
static size_t runs;
static size_t findings; /* of each run */

/* Doubles the input, and counts one instruction. */
static void double_it(Device *self, const Launch *launch, Arena *results, Result *result) {
    (void)self;
    runs++;
    const int32_t *in = launch->buffers[0].bytes;
    int32_t *out = launch->buffers[1].bytes;
    for (size_t i = 0; i < launch->buffers[0].count; i++) out[i] = 2 * in[i];
    *result = (Result){.status = RUN_FINISHED, .printed = "", .finding_count = findings};
    result->findings = arena_array(results, Finding, findings + 1);
    result->lines = arena_array(results, LineCounts, 1);
    result->lines[0].loc = (Loc){arena_string(results, "a.cu"), 3, 0};
    result->line_count = 1;
    metrics_set(&result->metrics, METRIC_INSTRUCTIONS_WARP, 1);
    launch_metrics(launch, &result->metrics);
}

static Device sim = {.name = "sim", .run = double_it};

/* One launch: what it has for the remembering device to know it by can be changed before it is run. */
typedef struct Case {
    KernelResources resources;
    Image image;
    int32_t in[2], out[2];
    Buffer buffers[2];
    Launch launch;
} Case;

static Case *new_case(const char *arch, int registers) {
    Case *one = arena_make(arena, Case);
    one->resources = (KernelResources){.kernel = "k", .registers = registers};
    const char *ptx = arena_printf(arena, ".version 9.0\n.target %s\n.address_size 64\nbody", arch);
    one->image = (Image){.file = "a.cu",
                         .arch = arch,
                         .source = "text",
                         .ptx = ptx,
                         .ptx_size = strlen(ptx),
                         .resources = &one->resources,
                         .resource_count = 1};
    one->in[0] = 3, one->in[1] = 4;
    one->buffers[0] = (Buffer){.name = "in", .type = SCALAR_I32, .count = 2, .bytes = one->in};
    one->buffers[1] = (Buffer){.name = "out", .type = SCALAR_I32, .count = 2, .bytes = one->out, .output = true};
    one->launch = (Launch){.image = &one->image,
                           .kernel = "k",
                           .grid = {1, 1, 1},
                           .block = {32, 1, 1},
                           .buffers = one->buffers,
                           .buffer_count = 2};
    return one;
}

static Result run(Case *one) {
    Result result;
    device->run(device, &one->launch, arena, &result);
    return result;
}

static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    device = remembering_open(&sim);
    runs = findings = 0;
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    device->close(device);
    arena_free(arena);
    return 0;
}

/* ---- what is not repeated ---------------------------------------------------------------------------------------- */

static void the_same_program_for_another_architecture_is_not_run_again(void **state) {
    (void)state;
    run(new_case("sm_75", 20));
    Case *other = new_case("sm_80", 24);
    Result result = run(other);
    assert_int_equal(runs, 1);
    assert_int_equal(remembering_answered(device), 1);
    assert_int_equal(other->out[0], 6);
    assert_int_equal(other->out[1], 8);
    assert_int_equal(result.metrics.value[METRIC_INSTRUCTIONS_WARP], 1);
    assert_int_equal(result.line_count, 1);
    assert_string_equal(result.lines[0].loc.file, "a.cu");
}

static void registers_are_those_of_the_architecture(void **state) {
    (void)state;
    run(new_case("sm_75", 20));
    Result result = run(new_case("sm_80", 24));
    assert_int_equal(result.metrics.value[METRIC_LAUNCH_REGISTERS], 24);
}

/* ---- what is ----------------------------------------------------------------------------------------------------- */

/* Runs the first case, and says how often the second one is run after it. */
static size_t runs_after(Case *first, Case *second) {
    run(first);
    size_t before = runs;
    run(second);
    return runs - before;
}

static void another_program_is_run(void **state) {
    (void)state;
    Case *other = new_case("sm_80", 20);
    other->image.ptx = ".version 9.0\n.target sm_80\n.address_size 64\nboby";
    assert_int_equal(runs_after(new_case("sm_75", 20), other), 1);
}

static void other_inputs_are_run(void **state) {
    (void)state;
    Case *other = new_case("sm_80", 20);
    other->in[1] = 5;
    assert_int_equal(runs_after(new_case("sm_75", 20), other), 1);
    assert_int_equal(other->out[1], 10);
}

static void other_orders_and_shapes_are_run(void **state) {
    (void)state;
    Case *order = new_case("sm_80", 20), *shape = new_case("sm_80", 20);
    order->launch.schedule = SCHEDULE_REVERSE;
    shape->launch.block[0] = 64;
    assert_int_equal(runs_after(new_case("sm_75", 20), order), 1);
    assert_int_equal(runs_after(new_case("sm_75", 20), shape), 1);
}

static void what_machine_code_is_counted_of_is_run(void **state) {
    (void)state;
    Case *other = new_case("sm_90", 20);
    other->image.cubin = "ELF";
    assert_int_equal(runs_after(new_case("sm_75", 20), other), 1);
}

static void what_an_architecture_may_refuse_is_run(void **state) {
    (void)state;
    Case *shared = new_case("sm_80", 20), *registers = new_case("sm_80", 80);
    shared->launch.shared_optin = true;
    registers->launch.block[0] = 1024;
    assert_int_equal(runs_after(shared, shared), 1);
    Case *fits = new_case("sm_75", 64);
    fits->launch.block[0] = 1024;
    assert_int_equal(runs_after(fits, registers), 1);
}

static void a_launch_with_findings_is_run_again(void **state) {
    (void)state;
    findings = 1;
    assert_int_equal(runs_after(new_case("sm_75", 20), new_case("sm_80", 20)), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_same_program_for_another_architecture_is_not_run_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(registers_are_those_of_the_architecture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_program_is_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_inputs_are_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_orders_and_shapes_are_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_machine_code_is_counted_of_is_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_an_architecture_may_refuse_is_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_launch_with_findings_is_run_again, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
