/* The hardware's counters, as far as they need no GPU: from what was read to metrics, finding CUPTI, its errors in
 * plain words. The figures in these tests were read on an H200 (bench/results/). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/text.h"
#include "cuda/counters_parts.h"
#include "metric_names.h"

static bool from_events[METRIC_CAPACITY]; /* of the combinations in a test */

static int forget_events(void **state) {
    (void)state;
    memset(from_events, 0, sizeof from_events);
    return 0;
}

static double value(const Metrics *metrics, Metric metric) {
    if (!metrics->known[metric]) fail_msg("%s is not known", metric_info[metric].name);
    return metrics->value[metric];
}

/* Totals of the given records, all metrics asked for. */
static SassTotals totals_of(SassRecord *records, size_t count) {
    bool known[SASS_METRIC_COUNT];
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++) known[metric] = true;
    SassTotals totals;
    counters_sass_total(records, count, known, &totals);
    return totals;
}
#define TOTALS(records) totals_of(records, sizeof(records) / sizeof *(records))

static void set_range(RangeValues *range, RangeMetric metric, double number) {
    range->known[metric] = true;
    range->value[metric] = number;
}

/* Wavefronts and conflicts of shared loads, as the hardware counted them. */
static RangeValues loads_counted(double wavefronts, double conflicts) {
    RangeValues range = {0};
    set_range(&range, RANGE_SHARED_LOAD_WAVEFRONTS, wavefronts);
    set_range(&range, RANGE_SHARED_LOAD_CONFLICTS, conflicts);
    return range;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* What the driver says of a kernel is no counter. */
static bool is_counter(Metric metric) {
    const char *name = metric_info[metric].name;
    return text_starts(name, "gpu.") && !text_starts(name, "gpu.launch.") &&
           metric != METRIC_GPU_OCCUPANCY_BLOCKS_PER_SM;
}

static void every_gpu_metric_has_a_source(void **state) {
    (void)state;
    SassTotals totals = totals_of(NULL, 0);
    RangeValues range = {0};
    for (RangeMetric metric = 0; metric < RANGE_ALWAYS; metric++) set_range(&range, metric, 1);
    Metrics metrics = {0};
    counters_combine(&totals, &range, &metrics, from_events);
    for (Metric metric = 0; metric < metric_count; metric++)
        if (metrics.known[metric] != is_counter(metric))
            fail_msg("%s is %s", metric_info[metric].name, metrics.known[metric] ? "set" : "not set");
}

static void every_source_has_a_name_of_its_own(void **state) {
    (void)state;
    for (SassMetric i = 0; i < SASS_METRIC_COUNT; i++) {
        assert_true(text_starts(counters_sass_name[i], "smsp__sass_"));
        for (SassMetric j = 0; j < i; j++) assert_string_not_equal(counters_sass_name[i], counters_sass_name[j]);
    }
    for (RangeMetric i = 0; i < RANGE_METRIC_COUNT; i++) {
        assert_non_null(counters_range_name[i][0]);
        for (RangeMetric j = 0; j < i; j++)
            assert_string_not_equal(counters_range_name[i][0], counters_range_name[j][0]);
    }
}

static void a_gpu_metric_has_the_simulators_name_behind_the_dot(void **state) {
    (void)state;
    static const char *const own[] = {"gpu.occupancy.achieved", "gpu.l2.bytes", "gpu.dram.read_bytes",
                                      "gpu.dram.write_bytes"};
    for (Metric metric = 0; metric < metric_count; metric++) {
        const char *name = metric_info[metric].name;
        if (!text_starts(name, "gpu.")) continue;
        bool is_own = false;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++) is_own |= text_equal(name, own[i]);
        if (is_own != (metric_find(name + strlen("gpu.")) == METRIC_NONE)) fail_msg("%s", name);
    }
}

/* ---- figures from instructions ----------------------------------------------------------------------------------- */

static void wavefronts_and_sectors_go_to_the_kind_of_the_instruction(void **state) {
    (void)state;
    SassRecord records[] = {
        /* a shared load, two ways in conflict */
        {1, 1, 0x10, SASS_SHARED_LOAD, 8},
        {1, 1, 0x10, SASS_WAVEFRONTS, 16},
        {1, 1, 0x10, SASS_IDEAL_WAVEFRONTS, 8},
        /* another function's instruction at the same offset: a global store */
        {1, 2, 0x10, SASS_GLOBAL_STORE, 4},
        {1, 2, 0x10, SASS_GLOBAL_SECTORS, 13},
        /* a generic load that met global memory: it has the counters of all three spaces */
        {1, 1, 0x20, SASS_SHARED_LOAD, 0},
        {1, 1, 0x20, SASS_GLOBAL_LOAD, 2},
        {1, 1, 0x20, SASS_LOCAL_LOAD, 0},
        {1, 1, 0x20, SASS_GLOBAL_SECTORS, 8},
        {1, 1, 0x20, SASS_WAVEFRONTS, 0},
        /* atomics with and without a result, and a local store */
        {1, 1, 0x30, SASS_GLOBAL_ATOMIC, 4},
        {1, 1, 0x30, SASS_GLOBAL_SECTORS, 4},
        {1, 1, 0x40, SASS_GLOBAL_REDUCTION, 4},
        {1, 1, 0x40, SASS_GLOBAL_SECTORS, 16},
        {1, 1, 0x50, SASS_LOCAL_STORE, 2},
        {1, 1, 0x50, SASS_LOCAL_SECTORS, 64},
    };
    SassTotals totals = TOTALS(records);
    RangeValues range = {0};
    Metrics metrics = {0};
    counters_combine(&totals, &range, &metrics, from_events);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_REQUESTS) == 8);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS) == 16);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == 8);
    assert_true(value(&metrics, METRIC_GPU_SHARED_STORE_WAVEFRONTS) == 0);
    assert_true(value(&metrics, METRIC_GPU_SHARED_WAVEFRONTS) == 16);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_REQUESTS) == 2);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_SECTORS) == 8);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_STORE_REQUESTS) == 4);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_STORE_SECTORS) == 13);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_ATOMIC_REQUESTS) == 8);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_ATOMIC_SECTORS) == 20);
    assert_true(value(&metrics, METRIC_GPU_LOCAL_STORE_REQUESTS) == 2);
    assert_true(value(&metrics, METRIC_GPU_LOCAL_STORE_SECTORS) == 64);
    assert_true(value(&metrics, METRIC_GPU_LOCAL_LOAD_SECTORS) == 0);
}

/* cp.async of 4 bytes to every second word, 8 warps: the simulator counts loads from global and stores to shared
 * memory. */
static void an_asynchronous_copy_is_a_load_and_a_store(void **state) {
    (void)state;
    SassRecord records[] = {
        {1, 1, 0xe0, SASS_COPY, 8},
        {1, 1, 0xe0, SASS_WAVEFRONTS, 16},
        {1, 1, 0xe0, SASS_IDEAL_WAVEFRONTS, 8},
        {1, 1, 0xe0, SASS_GLOBAL_SECTORS, 32},
        {1, 1, 0x120, SASS_SHARED_STORE, 1},
        {1, 1, 0x120, SASS_WAVEFRONTS, 1},
    };
    SassTotals totals = TOTALS(records);
    RangeValues range = {0};
    Metrics metrics = {0};
    counters_combine(&totals, &range, &metrics, from_events);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_REQUESTS) == 8);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_SECTORS) == 32);
    assert_true(value(&metrics, METRIC_GPU_SHARED_STORE_REQUESTS) == 9);
    assert_true(value(&metrics, METRIC_GPU_SHARED_STORE_WAVEFRONTS) == 17);
    assert_true(value(&metrics, METRIC_GPU_SHARED_STORE_CONFLICTS) == 8);
}

/* One warp copies 16 bytes a lane and three are turned off by a predicate: read on an H200, where the warps that copied
 * nothing had the addresses of an earlier launch in their registers. The event for sectors tells. */
static void copies_that_a_predicate_turns_off_are_left_out(void **state) {
    (void)state;
    static const double event[] = {20, 16};
    for (int wrong = 0; wrong < 2; wrong++) {
        SassRecord records[] = {
            {1, 1, 0x110, SASS_COPY, 1},
            {1, 1, 0x110, SASS_WAVEFRONTS, 8},
            {1, 1, 0x110, SASS_IDEAL_WAVEFRONTS, 4},
            {1, 1, 0x110, SASS_GLOBAL_SECTORS, 20},
        };
        SassTotals totals = TOTALS(records);
        RangeValues range = {0};
        set_range(&range, RANGE_GLOBAL_LOAD_SECTORS, event[wrong]);
        Metrics metrics = {0};
        const char *why = counters_combine(&totals, &range, &metrics, from_events);
        assert_int_equal(why != NULL, wrong);
        assert_int_equal(metrics.known[METRIC_GPU_SHARED_STORE_WAVEFRONTS], !wrong);
        assert_int_equal(metrics.known[METRIC_GPU_SHARED_STORE_CONFLICTS], !wrong);
        assert_int_equal(metrics.known[METRIC_GPU_SHARED_WAVEFRONTS], !wrong);
        assert_int_equal(from_events[METRIC_GPU_GLOBAL_LOAD_SECTORS], wrong);
        assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_SECTORS) == event[wrong]);
        assert_true(value(&metrics, METRIC_GPU_SHARED_STORE_REQUESTS) == 1);
        assert_true(value(&metrics, METRIC_GPU_GLOBAL_LOAD_REQUESTS) == 1);
    }
}

/* ---- both sources ------------------------------------------------------------------------------------------------ */

/* The unpadded transpose of 4096 x 4096: 524,288 loads, 32 ways. The hardware's counter had 75,342 wavefronts more. */
static void collisions_of_warps_are_left_out(void **state) {
    (void)state;
    SassRecord records[] = {{1, 1, 0x140, SASS_SHARED_LOAD, 524288}, {1, 1, 0x140, SASS_WAVEFRONTS, 16777216}};
    SassTotals totals = TOTALS(records);
    RangeValues range = loads_counted(16852558, 16328270);
    Metrics metrics = {0};
    counters_combine(&totals, &range, &metrics, from_events);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS) == 16777216);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == 16777216 - 524288);
    assert_false(from_events[METRIC_GPU_SHARED_LOAD_WAVEFRONTS] || from_events[METRIC_GPU_SHARED_WAVEFRONTS]);
}

/* The tiled matrix product: a fifth of its loads are broadcasts of 16 bytes, of two wavefronts each. However many
 * collisions of warps the hardware counts, they are none of the kernel's. */
static void wide_loads_need_the_groups_that_the_hardware_tells(void **state) {
    (void)state;
    static const double collisions[] = {0, 42133, 16777216};
    for (size_t i = 0; i < sizeof collisions / sizeof *collisions; i++) {
        SassRecord records[] = {
            {1, 1, 0x100, SASS_SHARED_LOAD, 8388608}, {1, 1, 0x100, SASS_WAVEFRONTS, 16777216},
            {1, 1, 0x100, SASS_16_BYTES, 8388608},    {1, 1, 0x110, SASS_SHARED_LOAD, 33554432},
            {1, 1, 0x110, SASS_WAVEFRONTS, 33554432},
        };
        SassTotals totals = TOTALS(records);
        RangeValues range = loads_counted(50331648 + collisions[i], collisions[i]);
        Metrics metrics = {0};
        counters_combine(&totals, &range, &metrics, from_events);
        assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_REQUESTS) == 41943040);
        assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS) == 50331648);
        assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == 0);
    }
}

/* Three of the patterns of shared_wavefronts_h200.csv, one warp each: by addresses, counted, groups. */
static void irregular_wide_loads_are_taken_from_the_hardware(void **state) {
    (void)state;
    static const struct {
        uint64_t by_addresses;
        double counted, groups;
    } patterns[] = {{2, 4, 4}, {7, 4, 4}, {3, 4, 4}};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        SassRecord records[] = {{1, 1, 0, SASS_SHARED_LOAD, 1},
                                {1, 1, 0, SASS_WAVEFRONTS, patterns[i].by_addresses},
                                {1, 1, 0, SASS_16_BYTES, 1}};
        SassTotals totals = TOTALS(records);
        RangeValues range = loads_counted(patterns[i].counted, patterns[i].counted - patterns[i].groups);
        Metrics metrics = {0};
        counters_combine(&totals, &range, &metrics, from_events);
        assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS) == patterns[i].counted);
        assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == patterns[i].counted - patterns[i].groups);
        assert_true(from_events[METRIC_GPU_SHARED_LOAD_WAVEFRONTS] && from_events[METRIC_GPU_SHARED_LOAD_CONFLICTS]);
        assert_true(from_events[METRIC_GPU_SHARED_WAVEFRONTS]);
        assert_false(from_events[METRIC_GPU_SHARED_LOAD_REQUESTS] || from_events[METRIC_GPU_SHARED_STORE_WAVEFRONTS]);
    }
}

/* A compare-and-swap loop turned 104 times in the launch whose instructions were counted and 101 times in the other. */
static void launches_that_differ_give_no_conflicts_that_were_not(void **state) {
    (void)state;
    SassRecord records[] = {{1, 1, 0x230, SASS_SHARED_LOAD, 104}, {1, 1, 0x230, SASS_WAVEFRONTS, 104}};
    SassTotals totals = TOTALS(records);
    RangeValues range = loads_counted(101, 0);
    Metrics metrics = {0};
    counters_combine(&totals, &range, &metrics, from_events);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == 0);
}

static void without_figures_of_instructions_the_hardware_counts(void **state) {
    (void)state;
    RangeValues range = loads_counted(557812, 33524);
    set_range(&range, RANGE_SHARED_LOAD, 524288);
    set_range(&range, RANGE_GLOBAL_ATOMIC, 4);
    set_range(&range, RANGE_GLOBAL_REDUCTION, 3);
    set_range(&range, RANGE_WARPS_ACTIVE, 88);
    set_range(&range, RANGE_L2_SECTORS, 128);
    Metrics metrics = {0};
    counters_combine(NULL, &range, &metrics, from_events);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_REQUESTS) == 524288);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_WAVEFRONTS) == 557812);
    assert_true(value(&metrics, METRIC_GPU_SHARED_LOAD_CONFLICTS) == 33524);
    assert_true(from_events[METRIC_GPU_SHARED_LOAD_REQUESTS] && from_events[METRIC_GPU_SHARED_LOAD_CONFLICTS]);
    assert_true(value(&metrics, METRIC_GPU_GLOBAL_ATOMIC_REQUESTS) == 7);
    assert_true(value(&metrics, METRIC_GPU_OCCUPANCY_ACHIEVED) == 0.88);
    assert_true(value(&metrics, METRIC_GPU_L2_BYTES) == 4096);
    assert_false(metrics.known[METRIC_GPU_BRANCH_EXECUTED]);
    assert_false(metrics.known[METRIC_GPU_SHARED_STORE_WAVEFRONTS]);
    assert_false(metrics.known[METRIC_GPU_SHARED_WAVEFRONTS]); /* a sum of unknowns */
}

/* ---- finding CUPTI ----------------------------------------------------------------------------------------------- */

typedef struct Folder {
    Arena *arena;
    char root[64];
} Folder;

static void touch(const Folder *folder, const char *path) {
    if (!file_write(arena_printf(folder->arena, "%s/%s", folder->root, path), "", 0)) fail_msg("cannot write %s", path);
}

static int make_folder(void **state) {
    static Folder folder;
    folder = (Folder){.arena = arena_new(), .root = "/tmp/warpschool-counters-XXXXXX"};
    *state = &folder;
    static const char *const variables[] = {"CUDA_HOME", "CUDA_PATH", "VIRTUAL_ENV", "CONDA_PREFIX", "PATH", "HOME"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) unsetenv(variables[i]);
    return mkdtemp(folder.root) == NULL;
}

static int remove_folder(void **state) {
    Folder *folder = *state;
    int status = system(arena_printf(folder->arena, "/bin/rm -rf '%s'", folder->root));
    arena_free(folder->arena);
    return status;
}

/* Where place stands, without the temporary root; count where it is missing. */
static size_t position(const Folder *folder, const char *const *places, size_t count, const char *place) {
    const char *whole = *place == '/' ? arena_printf(folder->arena, "%s%s", folder->root, place) : place;
    for (size_t i = 0; i < count; i++)
        if (text_equal(places[i], whole)) return i;
    return count;
}

static void cupti_is_looked_for_where_people_put_it(void **state) {
    const Folder *folder = *state;
    touch(folder, "home/extras/CUPTI/lib64/libcupti.so.12");
    touch(folder, "usr/local/cuda/lib64/libcupti.so.13");
    touch(folder, "usr/local/cuda-12.8/targets/x86_64-linux/lib/libcupti.so.12");
    touch(folder,
          "usr/local/cuda-12.8/targets/x86_64-linux/lib/libcupti.so.2025.1.1"); /* the same by its full version */
    touch(folder, "usr/local/lib/python3.12/dist-packages/nvidia/cu13/lib/libcupti.so.13");
    touch(folder, "usr/local/lib/python3.12/dist-packages/nvidia/cuda_cupti/lib/libcupti.so.12");
    touch(folder, "opt/cuda/lib64/libcupti.so.14"); /* newer than the driver */
    setenv("CUDA_HOME", arena_printf(folder->arena, "%s/home", folder->root), 1);
    size_t count;
    const char *const *places = cupti_places(folder->arena, folder->root, 13, &count);
    size_t home = position(folder, places, count, "/home/extras/CUPTI/lib64/libcupti.so.12");
    size_t loader = position(folder, places, count, "libcupti.so.13");
    size_t usual = position(folder, places, count, "/usr/local/cuda/lib64/libcupti.so.13");
    size_t python =
        position(folder, places, count, "/usr/local/lib/python3.12/dist-packages/nvidia/cu13/lib/libcupti.so.13");
    assert_true(home < loader && loader < usual && usual < python && python < count);
    assert_true(position(folder, places, count, "libcupti.so.12") < count);
    assert_true(position(folder, places, count, "/usr/local/cuda-12.8/targets/x86_64-linux/lib/libcupti.so.12") <
                count);
    assert_true(position(folder, places, count,
                         "/usr/local/lib/python3.12/dist-packages/nvidia/cuda_cupti/lib/libcupti.so.12") < count);
    for (size_t i = 0; i < count; i++) {
        assert_false(text_ends(places[i], ".14"));
        assert_false(text_ends(places[i], "2025.1.1"));
    }
    places = cupti_places(folder->arena, folder->root, 12, &count); /* an older driver */
    for (size_t i = 0; i < count; i++) assert_true(text_ends(places[i], ".12"));
    assert_int_equal(position(folder, places, count, "/home/extras/CUPTI/lib64/libcupti.so.12"), 0);
}

static void a_machine_without_cupti_is_told_what_to_install(void **state) {
    const Folder *folder = *state;
    const char *const nowhere[] = {arena_printf(folder->arena, "%s/libcupti.so.13", folder->root)};
    Cupti cupti;
    const char *why = NULL;
    assert_false(cupti_load(&cupti, folder->arena, nowhere, 1, &why));
    assert_non_null(strstr(why, "was not found"));
    assert_non_null(strstr(why, "nvidia-cuda-cupti"));
    const char *const another[] = {"libm.so.6"}; /* a library without CUPTI's functions stands for one too old */
    assert_false(cupti_load(&cupti, folder->arena, another, 1, &why));
    assert_non_null(strstr(why, "too old"));
    assert_non_null(strstr(why, "libm.so.6"));
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static CUptiResult fake_version(uint32_t *version) {
    *version = 130001;
    return CUPTI_SUCCESS;
}

static CUptiResult fake_string(CUptiResult result, const char **text) {
    *text = result == CUPTI_ERROR_UNKNOWN ? "CUPTI_ERROR_UNKNOWN" : "another";
    return CUPTI_SUCCESS;
}

static void every_obstacle_says_who_can_change_what(void **state) {
    const Folder *folder = *state;
    const Cupti cupti = {
        .path = "libcupti.so.13", .cuptiGetVersion = fake_version, .cuptiGetResultString = fake_string};
    static const struct {
        CUptiResult result;
        const char *part;
    } cases[] = {
        {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "NVreg_RestrictProfilingToAdminUsers=0"},
        {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "ERR_NVGPUCTRPERM"},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "enable_profiling=1"},
        {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "virtual GPU"},
        {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "confidential computing"},
        {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "MIG"},
        {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "NVIDIA Control Panel"},
        {CUPTI_ERROR_HARDWARE_BUSY, "another profiler"},
        {CUPTI_ERROR_NOT_COMPATIBLE, "version 130001, libcupti.so.13"},
        {CUPTI_ERROR_INVALID_CHIP_NAME, "newer toolkit"},
        {CUPTI_ERROR_UNKNOWN, "failed with CUPTI_ERROR_UNKNOWN when the counters were read"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cupti_explain(&cupti, folder->arena, cases[i].result, "the counters were read");
        if (strstr(text, cases[i].part) == NULL) fail_msg("'%s' lacks '%s'", text, cases[i].part);
        assert_null(strchr(text, '\n'));
        assert_false(text_ends(text, "."));
    }
}

/* ---- the names, asked of CUPTI itself where it is installed ------------------------------------------------------ */

enum { ALL_KNOWN = 0, NO_CUPTI = 2, UNKNOWN_NAME = 3 };

/* Which of its chips' counters CUPTI knows it tells without a GPU. */
static int ask_cupti(const char *chip) {
    Arena *arena = arena_new();
    size_t count;
    const char **places = cupti_places(arena, "", 13, &count);
    Cupti cupti;
    const char *why;
    if (!cupti_load(&cupti, arena, places, count, &why) || !cupti_has_ranges(&cupti)) return NO_CUPTI;
    CUpti_Profiler_Host_Initialize_Params host = {
        .structSize = CUPTI_SIZE(CUpti_Profiler_Host_Initialize_Params, pHostObject), .pChipName = chip};
    if (cupti.cuptiProfilerHostInitialize(&host) != CUPTI_SUCCESS) return NO_CUPTI;
    for (RangeMetric metric = 0; metric < RANGE_METRIC_COUNT; metric++) {
        bool known = false;
        for (size_t i = 0; i < RANGE_SPELLINGS && counters_range_name[metric][i] != NULL; i++) {
            CUpti_Profiler_Host_GetMetricProperties_Params params = {
                .structSize = CUPTI_SIZE(CUpti_Profiler_Host_GetMetricProperties_Params, metricType),
                .pHostObject = host.pHostObject,
                .pMetricName = counters_range_name[metric][i],
            };
            known |= cupti.cuptiProfilerHostGetMetricProperties(&params) == CUPTI_SUCCESS;
        }
        if (!known) {
            fprintf(stderr, "CUPTI does not know %s on %s\n", counters_range_name[metric][0], chip);
            return UNKNOWN_NAME;
        }
    }
    return ALL_KNOWN;
}

static void cupti_knows_every_counter_on_chips_old_and_new(void **state) {
    (void)state;
    static const char *const chips[] = {"TU102", "GA102", "AD102", "GH100", "GB202"};
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        pid_t child = fork(); /* a foreign library's memory is not ours to check */
        if (child == 0) _exit(ask_cupti(chips[i]));
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status));
        if (WEXITSTATUS(status) == ALL_KNOWN) continue;
        assert_int_not_equal(WEXITSTATUS(status), UNKNOWN_NAME);
        skip(); /* none is installed, or a sanitizer forbids it */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cupti_knows_every_counter_on_chips_old_and_new),
        cmocka_unit_test(every_gpu_metric_has_a_source),
        cmocka_unit_test(every_source_has_a_name_of_its_own),
        cmocka_unit_test(a_gpu_metric_has_the_simulators_name_behind_the_dot),
        cmocka_unit_test(wavefronts_and_sectors_go_to_the_kind_of_the_instruction),
        cmocka_unit_test(an_asynchronous_copy_is_a_load_and_a_store),
        cmocka_unit_test_setup(copies_that_a_predicate_turns_off_are_left_out, forget_events),
        cmocka_unit_test_setup(collisions_of_warps_are_left_out, forget_events),
        cmocka_unit_test(wide_loads_need_the_groups_that_the_hardware_tells),
        cmocka_unit_test_setup(irregular_wide_loads_are_taken_from_the_hardware, forget_events),
        cmocka_unit_test(launches_that_differ_give_no_conflicts_that_were_not),
        cmocka_unit_test_setup(without_figures_of_instructions_the_hardware_counts, forget_events),
        cmocka_unit_test_setup_teardown(cupti_is_looked_for_where_people_put_it, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_machine_without_cupti_is_told_what_to_install, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(every_obstacle_says_who_can_change_what, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
