/* Theoretical occupancy against Nsight Compute's "Theoretical Occupancy" for whole kernels on an H200 (sm_90):
 * registers per thread as measured there, block size, static and dynamic shared memory of the launch. Nsight Compute
 * rounds to two decimals of a per cent. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compile/compile.h"
#include "metric_names.h"

typedef struct Row {
    const char *kernel;
    int threads, registers, shared_static;
    size_t shared_dynamic;
    double per_cent;
} Row;

static const Row rows[] = {
    {"naive transpose", 1024, 16, 0, 0, 100},
    {"transpose through a 32 x 32 int tile", 1024, 16, 4096, 0, 100},
    {"transpose through a 32 x 33 int tile", 1024, 16, 4224, 0, 100},
    {"the same, 32 x 8 threads", 256, 24, 4096, 0, 100},
    {"the same, swizzled", 256, 26, 4096, 0, 100},
    {"matrix product", 1024, 32, 0, 0, 100},
    {"matrix product through 8 x 8 float tiles", 64, 32, 512, 0, 100},
    {"matrix product through 16 x 16 float tiles", 256, 32, 2048, 0, 100},
    {"matrix product through 32 x 32 float tiles", 1024, 32, 8192, 0, 100},
    {"one warp, int", 32, 16, 0, 4096, 50},
    {"one warp, double", 32, 16, 0, 8192, 39.06},
    {"one warp, int4", 32, 16, 0, 16384, 20.31},
    {"broadcast", 32, 16, 128, 0, 50},
    {"atomics", 1024, 16, 4096, 0, 100},
    {"strided copy", 256, 16, 0, 0, 100},
    {"indexed local array", 128, 40, 0, 0, 75},
    {"few registers", 128, 16, 0, 0, 100},
    {"neighbour exchange", 256, 16, 1024, 0, 100},
};

static Metrics fill(const char *arch, int registers, int shared_static, int threads, size_t shared_dynamic) {
    Metrics metrics = {0};
    KernelResources resources = {.kernel = "k", .registers = registers, .shared_static = shared_static, .barriers = 1};
    occupancy_fill(&resources, arch, threads, shared_dynamic, &metrics);
    return metrics;
}

static void need_calculator(void) {
    if (occupancy_available()) return;
    print_message("SKIP: built without the toolkit's cuda_occupancy.h\n");
    skip();
}

static void theoretical_occupancy_is_what_nsight_compute_shows_on_an_h200(void **state) {
    (void)state;
    need_calculator();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const Row *row = &rows[i];
        Metrics metrics = fill("sm_90", row->registers, row->shared_static, row->threads, row->shared_dynamic);
        assert_true(metrics.known[METRIC_OCCUPANCY_THEORETICAL]);
        double per_cent = round(metrics.value[METRIC_OCCUPANCY_THEORETICAL] * 1e4) / 100;
        if (fabs(per_cent - row->per_cent) > 0.005)
            fail_msg("%s: %.2f %%, measured %.2f %%", row->kernel, per_cent, row->per_cent);
    }
}

/* By hand, sm_90: 64 warps, 32 blocks, 65536 registers in units of 256 per warp, 228 KiB less 1 KiB per block. */
static void the_limiter_is_what_runs_out_first(void **state) {
    (void)state;
    need_calculator();
    static const struct {
        int registers, threads;
        size_t shared_dynamic;
        double blocks;
        OccupancyLimiter limiter;
    } cases[] = {
        {16, 256, 0, 8, LIMITER_NONE},        /* 64 warps / 8 */
        {32, 1024, 0, 2, LIMITER_NONE},       /* registers run out at 2 too, but so do the warps: the SM is full */
        {16, 32, 0, 32, LIMITER_BLOCKS},      /* 64 warps would allow 64 blocks */
        {40, 128, 0, 12, LIMITER_REGISTERS},  /* 1280 per warp: 51 warps, 12 per quarter, 48 in all */
        {16, 32, 16384, 13, LIMITER_SHARED},  /* 233472 / 17408 */
        {255, 1024, 0, 0, LIMITER_REGISTERS}, /* 32 warps of 8192 do not fit into 65536 */
        {16, 32, 200 * 1024, 1, LIMITER_SHARED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Metrics metrics = fill("sm_90", cases[i].registers, 0, cases[i].threads, cases[i].shared_dynamic);
        assert_true(metrics.known[METRIC_OCCUPANCY_BLOCKS_PER_SM]);
        assert_int_equal(metrics.value[METRIC_OCCUPANCY_BLOCKS_PER_SM], cases[i].blocks);
        assert_int_equal(metrics.value[METRIC_OCCUPANCY_LIMITER], cases[i].limiter);
    }
}

static void what_is_not_known_stays_unknown(void **state) {
    (void)state;
    assert_false(fill("sm_1", 16, 0, 32, 0).known[METRIC_OCCUPANCY_THEORETICAL]);
    assert_false(fill("sm_90", -1, 0, 32, 0).known[METRIC_OCCUPANCY_THEORETICAL]);
    assert_false(fill("sm_90", 16, -1, 32, 0).known[METRIC_OCCUPANCY_THEORETICAL]);
    assert_false(fill("sm_90", 16, 0, 0, 0).known[METRIC_OCCUPANCY_THEORETICAL]);
    assert_false(fill("sm_90", 16, 0, 32, (size_t)1 << 40).known[METRIC_OCCUPANCY_THEORETICAL]);
}

/* By hand: sm_90 has two of its 64 barriers for each of 32 blocks, sm_120 one for each of 24. What the calculator says
 * of older GPUs does not depend on barriers. */
static void barriers_limit_where_a_block_takes_more_than_its_share(void **state) {
    (void)state;
    need_calculator();
    static const struct {
        const char *arch;
        int barriers, registers, threads;
        size_t shared_dynamic;
        double blocks;
        OccupancyLimiter limiter;
    } cases[] = {
        {"sm_90", 16, 16, 32, 0, 4, LIMITER_BARRIERS},    /* 64 / 16 */
        {"sm_90", 3, 16, 32, 0, 21, LIMITER_BARRIERS},    /* 64 / 3 */
        {"sm_90", 2, 16, 32, 0, 32, LIMITER_BLOCKS},      /* 64 / 2 are as many as the blocks */
        {"sm_90", 8, 16, 256, 0, 8, LIMITER_NONE},        /* 64 / 8 are as many as the warps allow */
        {"sm_90", 9, 16, 256, 0, 7, LIMITER_BARRIERS},    /* and 64 / 9 are one fewer */
        {"sm_90", 16, 32, 1024, 0, 2, LIMITER_NONE},      /* 64 warps in two blocks */
        {"sm_90", 16, 255, 256, 0, 1, LIMITER_REGISTERS}, /* 8 warps of 8192 registers */
        {"sm_90", 16, 16, 32, 65536, 3, LIMITER_SHARED},  /* 233472 / 66560 */
        {"sm_120", 2, 16, 32, 0, 12, LIMITER_BARRIERS},   /* 24 / 2 */
        {"sm_80", 16, 16, 32, 0, 32, LIMITER_BLOCKS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Metrics metrics = {0};
        KernelResources resources = {
            .kernel = "k", .registers = cases[i].registers, .shared_static = 0, .barriers = cases[i].barriers};
        occupancy_fill(&resources, cases[i].arch, cases[i].threads, cases[i].shared_dynamic, &metrics);
        assert_int_equal(metrics.value[METRIC_OCCUPANCY_BLOCKS_PER_SM], cases[i].blocks);
        assert_int_equal(metrics.value[METRIC_OCCUPANCY_LIMITER], cases[i].limiter);
    }
    assert_string_equal(limiter_name[LIMITER_BARRIERS], "barriers");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(theoretical_occupancy_is_what_nsight_compute_shows_on_an_h200),
        cmocka_unit_test(the_limiter_is_what_runs_out_first),
        cmocka_unit_test(barriers_limit_where_a_block_takes_more_than_its_share),
        cmocka_unit_test(what_is_not_known_stays_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
