/* Two devices, one result: the simulator decides what it can see, and a GPU can take a pass away but never give one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "finding_kinds.h"
#include "metric_names.h"
#include "teach/launch/devices.h"
#include "teach/launch/merge.h"
#include "teach/launch/timing.h"

static Arena *arena;
static int32_t sim_bytes[4], gpu_bytes[4];
static Buffer sim_buffer, gpu_buffer;
static DeviceRun sim, gpu;
static Finding finding;
static Merged merged;

/* Both finished with the same right output. */
static int set_up(void **state) {
    (void)state;
    arena = arena_new();
    for (int i = 0; i < 4; i++) sim_bytes[i] = gpu_bytes[i] = 10 + i;
    sim_buffer = (Buffer){.name = "out", .type = SCALAR_I32, .count = 4, .bytes = sim_bytes, .output = true};
    gpu_buffer = sim_buffer;
    gpu_buffer.bytes = gpu_bytes;
    sim = (DeviceRun){.launch = {.buffers = &sim_buffer, .buffer_count = 1},
                      .result = {.status = RUN_FINISHED, .printed = "s"},
                      .judged = {.correct = true, .judged = true}};
    gpu = (DeviceRun){.launch = {.buffers = &gpu_buffer, .buffer_count = 1},
                      .result = {.status = RUN_FINISHED, .printed = "g"},
                      .judged = {.correct = true, .judged = true}};
    metrics_set(&sim.result.metrics, METRIC_SHARED_LOAD_WAYS, 32);
    metrics_set(&sim.result.metrics, METRIC_LAUNCH_REGISTERS, 10);
    metrics_set(&gpu.result.metrics, METRIC_TIME_MS, 0.5);
    metrics_set(&gpu.result.metrics, METRIC_LAUNCH_REGISTERS, 12);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    arena_free(arena);
    return 0;
}

static void merge(void) {
    runs_merge(&sim, &gpu, "sm_90", arena, &merged);
}

static void found(DeviceRun *run, FindingKind kind, const char *message) {
    finding = (Finding){.kind = kind, .message = message, .count = 1};
    run->result.findings = &finding;
    run->result.finding_count = 1;
}

static void assert_notes(const char *part) {
    assert_int_equal(merged.note_count, 1);
    if (strstr(merged.notes[0], part) == NULL) fail_msg("'%s' lacks '%s'", merged.notes[0], part);
}

static void counts_come_from_the_simulator_and_times_from_the_gpu(void **state) {
    (void)state;
    gpu.result.timing = (Timing){.repetitions = 20, .median_ms = 0.5};
    gpu.result.uncounted = "forbidden";
    merge();
    assert_int_equal(merged.result.status, RUN_FINISHED);
    assert_true(merged.judged.correct);
    assert_int_equal(merged.note_count, 0);
    assert_true(merged.result.metrics.value[METRIC_SHARED_LOAD_WAYS] == 32);
    assert_true(merged.result.metrics.value[METRIC_LAUNCH_REGISTERS] == 10); /* both know it: the simulator's stands */
    assert_true(merged.result.metrics.value[METRIC_TIME_MS] == 0.5);
    assert_int_equal(merged.result.timing.repetitions, 20);
    assert_string_equal(merged.result.uncounted, "forbidden");
    assert_string_equal(merged.result.printed, "s");
}

static void an_output_that_is_wrong_on_either_device_is_wrong(void **state) {
    (void)state;
    gpu_bytes[2] = 99;
    gpu.judged = (Judged){.judged = true, .mismatch = {.buffer = "out", .index = 2}};
    merge();
    assert_false(merged.judged.correct);
    assert_int_equal(merged.judged.mismatch.index, 2);
    assert_notes(
        "out differs on the two devices in 1 of 4 elements, first in element 2: 99 on the GPU, 12 in the simulator");
    gpu.judged = (Judged){.correct = true, .judged = true}; /* and the other way round */
    sim.judged = (Judged){.judged = true, .mismatch = {.buffer = "out", .index = 1}};
    merge();
    assert_false(merged.judged.correct);
    assert_int_equal(merged.judged.mismatch.index, 1);
    assert_notes("only where it is right on both");
}

static void other_bits_within_the_tolerance_are_noted(void **state) {
    (void)state;
    gpu_bytes[0]++;
    merge();
    assert_true(merged.judged.correct);
    assert_notes("Both are right within the tolerance");
    sim.judged.judged = gpu.judged.judged = false;
    merge();
    assert_notes("no reference");
}

static void what_the_simulator_found_stays_found(void **state) {
    (void)state;
    found(&sim, FINDING_RACE, "a race");
    sim.judged.correct = false;
    gpu_bytes[0] = 1;
    merge();
    assert_int_equal(result_findings(&merged.result, FINDING_RACE), 1);
    assert_false(merged.judged.correct);
    assert_notes("right this time, which proves nothing");
}

static void a_gpus_wrong_output_after_a_race_is_not_judged(void **state) {
    (void)state;
    found(&sim, FINDING_RACE, "a race");
    gpu_bytes[0] = 1;
    gpu.judged.correct = false;
    merge();
    assert_true(merged.judged.correct); /* as on a machine without a GPU */
    assert_int_equal(merged.note_count, 0);
}

static void what_only_the_gpu_found_is_found(void **state) {
    (void)state;
    found(&gpu, FINDING_OUT_OF_BOUNDS, "an illegal address");
    gpu.result.status = RUN_STOPPED;
    merge();
    assert_int_equal(merged.result.status, RUN_STOPPED);
    assert_int_equal(result_findings(&merged.result, FINDING_OUT_OF_BOUNDS), 1);
    assert_string_equal(merged.result.findings[0].message, "on the GPU alone: an illegal address");
    assert_true(merged.result.metrics.value[METRIC_SHARED_LOAD_WAYS] == 32);
    gpu.result.status = RUN_FINISHED; /* found after its end: a guard was overwritten */
    merge();
    assert_int_equal(merged.result.status, RUN_FINISHED);
    assert_int_equal(result_findings(&merged.result, FINDING_OUT_OF_BOUNDS), 1);
    finding.warning = true;
    merge();
    assert_int_equal(merged.result.finding_count, 0);
}

static void a_gpu_that_is_lost_or_refuses_changes_nothing(void **state) {
    (void)state;
    gpu.result = (Result){.status = RUN_UNSUPPORTED, .error = "it fell off the bus"};
    gpu.judged = (Judged){0};
    merge();
    assert_int_equal(merged.result.status, RUN_FINISHED);
    assert_true(merged.judged.correct);
    assert_notes("it fell off the bus. The simulator carries on.");
    gpu.result =
        (Result){.status = RUN_REFUSED, .error = "too much shared memory", .error_code = "cudaErrorInvalidValue"};
    merge();
    assert_int_equal(merged.result.status, RUN_FINISHED);
    assert_notes(
        "The GPU refused the launch, cudaErrorInvalidValue: too much shared memory. The simulator, which keeps to the "
        "limits of sm_90, ran it.");
}

static void a_launch_that_the_simulator_refuses_stays_refused(void **state) {
    (void)state;
    sim.result.status = RUN_REFUSED;
    merge();
    assert_int_equal(merged.result.status, RUN_REFUSED);
    assert_notes("its limits are wider than those of sm_90");
    gpu.result = (Result){.status = RUN_REFUSED, .error = "the same"};
    merge();
    assert_int_equal(merged.note_count, 0);
}

static void the_gpu_is_spared_what_the_simulator_stopped(void **state) {
    (void)state;
    sim.result.status = RUN_STOPPED;
    runs_merge(&sim, NULL, "sm_90", arena, &merged);
    assert_int_equal(merged.result.status, RUN_STOPPED);
    assert_notes("spared");
}

static const Device clock_device = {.name = "gpu", .multiprocessors = 10};

/* What is known of a launch of so many blocks for which the clock said ms. */
static Result timed_result(uint32_t blocks, double ms, unsigned repetitions, uint64_t bytes, uint64_t flops) {
    const Prepared prepared = {.bytes = bytes, .flops = flops};
    DeviceRun run = {.launch = {.grid = {blocks, 1, 1}}};
    run.result.timing = (Timing){.repetitions = repetitions, .median_ms = ms, .copy_gbps = 4000};
    if (repetitions > 0) metrics_set(&run.result.metrics, METRIC_TIME_MS, ms);
    timing_derive(&clock_device, &prepared, arena, &run);
    return run.result;
}

static void rates_follow_from_a_time_that_was_measured(void **state) {
    (void)state;
    Result result = timed_result(10, 2, 20, 6000000000, 500000000); /* 6 GB and 0.5 Gflop in 2 ms */
    assert_true(result.metrics.value[METRIC_TIME_MS] == 2);
    assert_true(result.metrics.value[METRIC_BANDWIDTH_GBPS] == 3000);
    assert_true(result.metrics.value[METRIC_BANDWIDTH_OF_COPY] == 0.75);
    assert_true(result.metrics.value[METRIC_THROUGHPUT_GFLOPS] == 250);
    assert_null(result.untimed);
}

static void nothing_follows_from_a_time_that_was_not(void **state) {
    (void)state;
    Result result = timed_result(10, 2, 0, 1000, 1000); /* no repetition was timed */
    for (Metric m = 0; m < metric_count; m++) assert_false(result.metrics.known[m]);
    result = timed_result(10, 2, 1, 0, 0); /* the lesson declares no work */
    assert_true(result.metrics.known[METRIC_TIME_MS]);
    assert_false(result.metrics.known[METRIC_BANDWIDTH_GBPS] || result.metrics.known[METRIC_THROUGHPUT_GFLOPS]);
}

static void a_launch_that_is_too_small_has_no_time(void **state) {
    (void)state;
    const Result small[] = {timed_result(9, 2, 20, 1000, 1000), timed_result(10, 0.0049, 20, 1000, 1000)};
    static const char *const why[] = {"9 blocks for the GPU's 10 multiprocessors", "less than 5 microseconds"};
    for (size_t i = 0; i < 2; i++) {
        for (Metric m = 0; m < metric_count; m++) assert_false(small[i].metrics.known[m]);
        assert_int_equal(small[i].timing.repetitions, 0);
        assert_non_null(small[i].untimed);
        assert_non_null(strstr(small[i].untimed, why[i]));
    }
    assert_null(timed_result(10, 0.005, 20, 1000, 1000).untimed);
}

static void code_for_a_gpu_is_the_newest_that_it_runs(void **state) {
    (void)state;
    static const char archs[] = "sm_75 sm_80 sm_90 sm_100 sm_120";
    assert_string_equal(arch_for_gpu("sm_90", archs, arena), "sm_90");
    assert_string_equal(arch_for_gpu("sm_89", archs, arena), "sm_80");
    assert_string_equal(arch_for_gpu("sm_103", archs, arena), "sm_100");
    assert_string_equal(arch_for_gpu("sm_130", archs, arena), "sm_120");
    assert_null(arch_for_gpu("sm_61", archs, arena));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(counts_come_from_the_simulator_and_times_from_the_gpu),
        TEST(an_output_that_is_wrong_on_either_device_is_wrong),
        TEST(other_bits_within_the_tolerance_are_noted),
        TEST(what_the_simulator_found_stays_found),
        TEST(a_gpus_wrong_output_after_a_race_is_not_judged),
        TEST(what_only_the_gpu_found_is_found),
        TEST(a_gpu_that_is_lost_or_refuses_changes_nothing),
        TEST(a_launch_that_the_simulator_refuses_stays_refused),
        TEST(the_gpu_is_spared_what_the_simulator_stopped),
        TEST(rates_follow_from_a_time_that_was_measured),
        TEST(nothing_follows_from_a_time_that_was_not),
        TEST(a_launch_that_is_too_small_has_no_time),
        TEST(code_for_a_gpu_is_the_newest_that_it_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
