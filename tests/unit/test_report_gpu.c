/* What is said of a GPU: times with their spread, bandwidth beside the copy's, plots, JSON. */
#include "metric_names.h"
#include "report_samples.h"

#include <jansson.h>

static const Style ascii80 = {.width = 80}, unicode60 = {.width = 60, .unicode = true};

typedef struct Fixture {
    Prepared prepared;
    Result result, gpu_result;
    Judged judged;
    GpuReport gpu;
    LaunchReport report;
} Fixture;

/* 4 GB and 1 GFLOP in a millisecond, where the copy moves 5,000 GB/s: 80 per cent of it. */
static void set_up(Fixture *f) {
    memset(f, 0, sizeof *f);
    f->prepared = (Prepared){
        .bytes = 4000000000, .flops = 1000000000, .launch = {.kernel = "copy", .grid = {1, 1, 1}, .block = {32, 1, 1}}};
    f->judged = (Judged){.correct = true, .judged = true};
    f->gpu_result.timing =
        (Timing){.repetitions = 20, .median_ms = 1, .low_ms = 0.9, .high_ms = 1.2, .copy_gbps = 5000};
    f->gpu_result.printed = f->result.printed = "";
    metrics_set(&f->gpu_result.metrics, METRIC_TIME_MS, 1);
    metrics_set(&f->gpu_result.metrics, METRIC_BANDWIDTH_GBPS, 4000);
    metrics_set(&f->gpu_result.metrics, METRIC_BANDWIDTH_OF_COPY, 0.8);
    metrics_set(&f->gpu_result.metrics, METRIC_THROUGHPUT_GFLOPS, 1000);
    f->result.metrics = f->gpu_result.metrics;
    f->result.timing = f->gpu_result.timing;
    metrics_set(&f->result.metrics, METRIC_BARRIERS, 7);
    f->gpu = (GpuReport){.name = "NVIDIA H200",
                         .arch = "sm_90",
                         .launch = &f->prepared.launch,
                         .result = &f->gpu_result,
                         .judged = &f->judged,
                         .simulated = true};
    f->report = (LaunchReport){.step = "s",
                               .device = "sim and NVIDIA H200",
                               .arch = "sm_90",
                               .gpu = &f->gpu,
                               .prepared = &f->prepared,
                               .result = &f->result,
                               .judged = &f->judged};
}

static void times_come_with_their_spread_and_bandwidth_with_the_copys(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Text out = {0};
    report_launch(&out, &ascii80, &f.report);
    assert_string_equal(out.data, "copy<<<1, 32>>> on sim and NVIDIA H200, sm_90\n"
                                  "+ the output is right on both\n"
                                  "\n"
                                  "Counted in the simulator:\n"
                                  "  barriers  7  block-wide barriers passed, added up over blocks\n"
                                  "\n"
                                  "Measured on the NVIDIA H200:\n"
                                  "  time.ms                1  the median of 20 launches with a cold L2 cache;\n"
                                  "                            eight of ten took 0.9 to 1.2\n"
                                  "  bandwidth.gbps     4,000  for the 4,000,000,000 bytes that the kernel has to\n"
                                  "                            move\n"
                                  "  bandwidth.of_copy  80.0%  of the GPU's own copy, which made 5,000 GB/s in the\n"
                                  "                            same run\n"
                                  "  throughput.gflops  1,000  for the 1,000,000,000 operations that it has to do\n");
    text_free(&out);
}

static void nothing_is_timed_that_no_clock_measured(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.gpu_result.metrics = (Metrics){0};
    f.gpu_result.timing = (Timing){0};
    f.gpu_result.untimed = "a kernel that calls malloc cannot be repeated";
    Text out = {0};
    report_gpu(&out, &ascii80, &f.report);
    assert_string_equal(out.data,
                        "Measured on the NVIDIA H200:\n  Not timed: a kernel that calls malloc cannot be repeated.\n");
    text_free(&out);
    f.gpu_result.untimed = NULL;
    report_gpu(&out, &ascii80, &f.report);
    assert_int_equal(out.size, 0);
    f.gpu.result = NULL; /* the GPU was spared the launch */
    report_gpu(&out, &ascii80, &f.report);
    assert_int_equal(out.size, 0);
    f.report.gpu = NULL;
    report_gpu(&out, &ascii80, &f.report);
    assert_int_equal(out.size, 0);
}

static void a_launch_that_ran_once_does_not_pretend_to_a_median(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.gpu_result.timing.repetitions = 1;
    Text out = {0};
    report_gpu(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "of one launch: it was not repeated"));
    assert_null(strstr(out.data, "median"));
    text_free(&out);
}

static void why_counters_cannot_be_read_is_shown_once(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.gpu_result.uncounted = "only administrators may (ERR_NVGPUCTRPERM)";
    Text out = {0};
    report_gpu(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "Hardware counters: only administrators may (ERR_NVGPUCTRPERM)"));
    text_free(&out);
    f.gpu.quiet = true;
    report_gpu(&out, &ascii80, &f.report);
    assert_null(strstr(out.data, "ERR_NVGPUCTRPERM"));
    text_free(&out);
}

static void notes_and_the_place_of_a_wrong_output_are_named(void **state) {
    (void)state;
    Fixture f;
    Judged wrong = {.judged = true, .mismatch = {.buffer = "out", .count = 1, .total = 4, .type = SCALAR_I32}};
    set_up(&f);
    const char *const notes[] = {"out differs.", "The GPU is gone."};
    f.gpu.notes = notes;
    f.gpu.note_count = 2;
    f.gpu.apart = true;
    f.report.judged = f.gpu.judged = &wrong;
    Text out = {0};
    report_launch(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "x the output is wrong on the GPU: out[0]"));
    assert_non_null(strstr(out.data, "! out differs.\n! The GPU is gone.\n"));
    text_free(&out);
    f.gpu.judged = &f.judged;
    report_launch(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "x the output is wrong in the simulator: out[0]"));
    text_free(&out);
}

static void copies_that_only_a_gpu_measures_are_said_to_be(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.report.gpu = NULL;
    f.prepared.launch.host = HOST_PINNED;
    Text out = {0};
    report_launch(&out, &ascii80, &f.report);
    assert_non_null(strstr(out.data, "The copies between host and GPU are measured only on a GPU"));
    text_free(&out);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

/* What report_gpu says where a launch has these counts; a negative one is unknown. */
static char *counted(Fixture *f, const char *tail, double written, double assembled, double gpu) {
    Arena *arena = arena_new();
    Metric metrics[] = {metric_find(tail), metric_find(arena_printf(arena, "assembled.%s", tail)),
                        metric_find(arena_printf(arena, "gpu.%s", tail))};
    const double values[] = {written, assembled, gpu};
    for (int i = 0; i < 3; i++)
        if (values[i] >= 0) metrics_set(&f->result.metrics, metrics[i], values[i]);
    arena_free(arena);
    Text out = {0};
    f->gpu_result.metrics = (Metrics){0}; /* the clock is not asked */
    report_gpu(&out, &(Style){.width = 200}, &f->report);
    char *text = strdup(out.data);
    text_free(&out);
    return text;
}

static void assert_says(char *text, const char *part) {
    if (strstr(text, part) == NULL) fail_msg("lacks '%s':\n%s", part, text);
    free(text);
}

static void counters_stand_beside_the_simulators_counts(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    free(counted(&f, "shared.load.requests", 64, 40, 40)); /* a tile's loads, of which the assembler made 32 + 8 */
    char *text = counted(&f, "shared.load.wavefronts", 96, 96, 96);
    assert_non_null(strstr(text, "Measured on the NVIDIA H200:\n"
                                 "                          as written  assembled  GPU\n"
                                 "  --------------------------------------------------\n"
                                 "  shared.load.requests            64         40   40\n"
                                 "  shared.load.wavefronts          96         96   96\n"
                                 "  shared.load.requests: the assembler merged neighbouring accesses"));
    assert_null(strstr(text, "unexplained"));
    free(text);
}

static void a_counter_that_differs_says_why(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    free(counted(&f, "shared.load.requests", 524288, 524288, 524288));
    f.result.from_events[METRIC_GPU_SHARED_LOAD_CONFLICTS] = f.result.from_events[METRIC_GPU_SHARED_LOAD_WAVEFRONTS] =
        true;
    assert_says(counted(&f, "shared.load.conflicts", 0, 0, 31340),
                "shared.load.conflicts: more passes than the addresses ask for");
    assert_says(counted(&f, "shared.load.wavefronts", 524288, 524288, 1048576), "shared.load.wavefronts: unexplained");
    set_up(&f);
    assert_says(counted(&f, "instructions.warp", 100, -1, 80),
                "instructions.warp: the GPU counts machine instructions");
    set_up(&f);
    assert_says(counted(&f, "global.store.requests", 40, -1, 64), "global.store.requests: unexplained");
    f.result.from_events[METRIC_GPU_GLOBAL_STORE_REQUESTS] = true;
    assert_says(counted(&f, "global.store.requests", 40, -1, 64), "global.store.requests: behind a branch");
    set_up(&f);
    metrics_set(&f.result.metrics, METRIC_ASYNC_REQUESTS, 3);
    assert_says(counted(&f, "global.load.requests", 5, -1, 8),
                "global.load.requests: the profiler counts each cp.async");
    assert_says(counted(&f, "global.load.requests", 5, -1, 9), "global.load.requests: unexplained");
    set_up(&f);
    f.result.status = RUN_STOPPED;
    assert_says(counted(&f, "global.load.requests", 1, -1, 160),
                "global.load.requests: the simulator stopped the kernel");
    set_up(&f);
    assert_says(counted(&f, "local.load.requests", 1, -1, 0), "local.load.requests: the assembler decides");
    assert_says(counted(&f, "local.load.sectors", 0, -1, 128),
                "local.load.requests, local.load.sectors: the assembler decides");
    set_up(&f);
    free(counted(&f, "shared.atomic.requests", 131, 131, 41)); /* a loop around atomicCAS */
    assert_says(counted(&f, "shared.atomic.conflicts", 2077, 1953, 867),
                "shared.atomic.requests, shared.atomic.conflicts: atomics that the hardware lacks are loops");
    set_up(&f);
    assert_says(counted(&f, "launch.registers", 10, -1, 12),
                "launch.registers: the driver assembled the kernel for this GPU");
    set_up(&f);
    assert_says(counted(&f, "global.load.sectors", 64, -1, 63), "global.load.sectors: unexplained");
}

/* 31,340 more conflicts are arbitration where an event counted them. Derived from addresses they would be a mistake. */
static void what_follows_from_addresses_has_no_arbitration(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    free(counted(&f, "shared.load.requests", 524288, 524288, 524288));
    assert_says(counted(&f, "shared.load.conflicts", 0, 0, 31340), "shared.load.conflicts: unexplained");
}

static void only_the_counters_that_a_step_shows_are_shown(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const Metric show[] = {METRIC_SHARED_LOAD_REQUESTS};
    f.report.show = show;
    f.report.show_count = 1;
    free(counted(&f, "shared.load.requests", 1, 1, 1));
    char *text = counted(&f, "shared.store.requests", 2, 2, 2);
    assert_non_null(strstr(text, "  shared.load.requests           1    1\n"));
    assert_null(strstr(text, "shared.store"));
    free(text);
}

/* ---- plots ------------------------------------------------------------------------------------------------------- */

enum { POINTS = 6 };
static Result results[POINTS];
static LaunchReport reports[POINTS];
static const char *const labels[POINTS] = {"1", "2", "4", "8", "16", "32"};

/* Value i of metric is values[i]; a negative one is unknown. */
static void sweep(Metric metric, const double *values, double copy_gbps) {
    for (int i = 0; i < POINTS; i++) {
        results[i] = (Result){.timing = {.copy_gbps = copy_gbps}};
        if (values[i] >= 0) metrics_set(&results[i].metrics, metric, values[i]);
        reports[i] = (LaunchReport){.result = &results[i]};
    }
}

static char *rows(const Style *style, Metric metric) {
    Text out = {0};
    report_rows(&out, style, "stride", labels, reports, POINTS, &metric, 1);
    char *text = strdup(out.data);
    assert_printable(&out, style);
    text_free(&out);
    return text;
}

static void a_sweep_is_plotted_from_zero_with_both_axes_labelled(void **state) {
    (void)state;
    const double ways[POINTS] = {1, 2, 4, 8, 16, 32};
    sweep(METRIC_SHARED_LOAD_WAYS, ways, 0);
    char *text = rows(&unicode60, METRIC_SHARED_LOAD_WAYS);
    /* 32 ways are 8 lines of 4: 16 fill 4 of them, 8 two, 2 half of one */
    assert_non_null(strstr(text, "\nshared.load.ways, ways\n"
                                 " 32 ┤                                         ████\n"
                                 "    │                                         ████\n"
                                 " 24 ┤                                         ████\n"
                                 "    │                                         ████\n"
                                 " 16 ┤                                 ████    ████\n"
                                 "    │                                 ████    ████\n"
                                 "  8 ┤                         ████    ████    ████\n"
                                 "    │ ▂▂▂▂    ▄▄▄▄    ████    ████    ████    ████\n"
                                 "  0 └─────────────────────────────────────────────────\n"
                                 "      1       2       4       8       16      32\n"
                                 "      stride\n"));
    assert_null(strstr(text, "█\n     2")); /* no bars in the table as well */
    free(text);
    text = rows(&ascii80, METRIC_SHARED_LOAD_WAYS);
    assert_non_null(strstr(text, "  8 +                         ####    ####    ####\n"
                                 "    | ....    ####    ####    ####    ####    ####\n"
                                 "  0 +-------"));
    free(text);
}

static void bandwidth_is_plotted_against_the_copys(void **state) {
    (void)state;
    const double gbps[POINTS] = {2000, 1000, 500, 250, -1, 100};
    sweep(METRIC_BANDWIDTH_GBPS, gbps, 4000);
    char *text = rows(&unicode60, METRIC_BANDWIDTH_GBPS);
    assert_non_null(strstr(text, "bandwidth.gbps, GB/s; the broken line is the GPU's own copy,\n  4,000"));
    assert_non_null(strstr(text, " 4,000 ┤ ╌╌╌╌╌╌╌╌"));
    assert_non_null(strstr(text, " 2,000 ┤ ████\n")); /* half of it; the launch without a value leaves a gap */
    free(text);
}

static void what_does_not_vary_has_no_plot_and_no_bars(void **state) {
    (void)state;
    const double same[POINTS] = {3, 3, 3, 3, 3, 3};
    sweep(METRIC_SHARED_LOAD_WAYS, same, 0);
    char *text = rows(&unicode60, METRIC_SHARED_LOAD_WAYS);
    assert_null(strstr(text, "┤"));
    assert_null(strstr(text, "█"));
    free(text);
}

static void bars_stand_beside_the_first_column_that_varies(void **state) {
    (void)state;
    const double ways[POINTS] = {1, 2, 4, 8, 16, 32};
    static const Metric show[] = {METRIC_SHARED_LOAD_REQUESTS, METRIC_SHARED_LOAD_WAYS};
    sweep(METRIC_SHARED_LOAD_WAYS, ways, 0);
    for (int i = 0; i < POINTS; i++) metrics_set(&results[i].metrics, METRIC_SHARED_LOAD_REQUESTS, 7);
    Text out = {0};
    report_rows(&out, &(Style){.width = 60}, "", labels, reports, POINTS, show, 2); /* a comparison is not plotted */
    assert_non_null(strstr(out.data, "7            32  ####"));
    assert_null(strstr(out.data, "7  #"));
    text_free(&out);
}

static void a_table_of_which_nothing_was_measured_is_left_out(void **state) {
    (void)state;
    const double unknown[POINTS] = {-1, -1, -1, -1, -1, -1};
    sweep(METRIC_TIME_MS, unknown, 0);
    char *text = rows(&unicode60, METRIC_TIME_MS);
    assert_string_equal(text, "Measured only on a GPU: time.ms.\n");
    free(text);
    results[2].status = RUN_REFUSED;
    text = rows(&unicode60, METRIC_TIME_MS);
    assert_non_null(strstr(text, "stride"));
    assert_non_null(strstr(text, "refused"));
    free(text);
}

static void a_table_gets_the_time_where_there_is_room_and_else_another_table(void **state) {
    (void)state;
    static GpuReport gpu = {.name = "NVIDIA H200", .simulated = true};
    const double same[POINTS] = {3, 3, 3, 3, 3, 3};
    sweep(METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST, same, 0);
    for (int i = 0; i < POINTS; i++) {
        metrics_set(&results[i].metrics, METRIC_TIME_MS, 7.25);
        metrics_set(&results[i].metrics, METRIC_THROUGHPUT_GFLOPS, 512);
        reports[i].gpu = &gpu;
        gpu.result = &results[0];
    }
    char *text = rows(&ascii80, METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST);
    assert_int_equal(count_of(text, "7.25"), POINTS);
    assert_null(strstr(text, "512"));
    free(text);
    text = rows(&(Style){.width = 31},
                METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST); /* 6 + 2 + 19 columns, and the time has 7 */
    assert_int_equal(count_of(text, "stride"), 2);
    assert_int_equal(count_of(text, "512"), POINTS); /* there it may bring what follows from it */
    free(text);
    gpu.simulated = false; /* the GPU alone: a column of the simulator's would stay empty */
    for (int i = 0; i < POINTS; i++) results[i].metrics.known[METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST] = false;
    text = rows(&ascii80, METRIC_GLOBAL_LOAD_SECTORS_PER_REQUEST);
    assert_non_null(strstr(text, "stride  time.ms\n"));
    assert_non_null(strstr(text, "Counted only by the simulator: global.load.sectors_per_request."));
    free(text);
}

static void any_plot_fits_any_terminal(void **state) {
    (void)state;
    const double values[][POINTS] = {{0, 0, 0, 0, 0, 1},
                                     {1e15, 1, 2, 3, 4, 5},
                                     {1e-9, 2e-9, 3e-9, 0, -1, 1e-12},
                                     {-1, -1, -1, -1, -1, -1},
                                     {7, 6, 5, 4, 3, 2}};
    static const Metric metrics[] = {METRIC_SHARED_LOAD_WAYS, METRIC_BANDWIDTH_GBPS, METRIC_OCCUPANCY_THEORETICAL};
    for (size_t v = 0; v < sizeof values / sizeof *values; v++)
        for (size_t m = 0; m < sizeof metrics / sizeof *metrics; m++)
            for (int width = 20; width < 120; width += 7) {
                sweep(metrics[m], values[v], v % 2 ? 12345.678 : 0);
                free(rows(&(Style){.width = width, .unicode = width % 2}, metrics[m]));
            }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static char *written(Arena *arena, json_t *value) {
    char *text = json_dumps(value, JSON_REAL_PRECISION(15)), *copy = arena_string(arena, text);
    free(text);
    json_decref(value);
    return copy;
}

static void json_keeps_the_gpus_part_in_an_object_of_its_own(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    Arena *arena = arena_new();
    const char *text = written(arena, json_run("l", "sim", "sm_90", &f.report, 1, NULL));
    assert_non_null(strstr(text, "\"metrics\": {\"barriers\": 7}"));
    assert_non_null(
        strstr(text, "\"gpu\": {\"name\": \"NVIDIA H200\", \"arch\": \"sm_90\", \"status\": \"finished\", \"time\": "
                     "{\"median_ms\": 1.0, \"low_ms\": 0.9, \"high_ms\": 1.2, \"repetitions\": 20}, "
                     "\"copy_gbps\": 5000.0, \"metrics\": {\"time.ms\": 1.0, \"bandwidth.gbps\": 4000.0, "
                     "\"bandwidth.of_copy\": 0.8, \"throughput.gflops\": 1000.0}"));
    f.report.gpu = NULL;
    assert_null(strstr(written(arena, json_run("l", "sim", "sm_90", &f.report, 1, NULL)), "\"gpu\""));
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_come_with_their_spread_and_bandwidth_with_the_copys),
        cmocka_unit_test(nothing_is_timed_that_no_clock_measured),
        cmocka_unit_test(a_launch_that_ran_once_does_not_pretend_to_a_median),
        cmocka_unit_test(why_counters_cannot_be_read_is_shown_once),
        cmocka_unit_test(notes_and_the_place_of_a_wrong_output_are_named),
        cmocka_unit_test(copies_that_only_a_gpu_measures_are_said_to_be),
        cmocka_unit_test(counters_stand_beside_the_simulators_counts),
        cmocka_unit_test(a_counter_that_differs_says_why),
        cmocka_unit_test(what_follows_from_addresses_has_no_arbitration),
        cmocka_unit_test(only_the_counters_that_a_step_shows_are_shown),
        cmocka_unit_test(a_sweep_is_plotted_from_zero_with_both_axes_labelled),
        cmocka_unit_test(bandwidth_is_plotted_against_the_copys),
        cmocka_unit_test(what_does_not_vary_has_no_plot_and_no_bars),
        cmocka_unit_test(bars_stand_beside_the_first_column_that_varies),
        cmocka_unit_test(a_table_of_which_nothing_was_measured_is_left_out),
        cmocka_unit_test(a_table_gets_the_time_where_there_is_room_and_else_another_table),
        cmocka_unit_test(any_plot_fits_any_terminal),
        cmocka_unit_test(json_keeps_the_gpus_part_in_an_object_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
