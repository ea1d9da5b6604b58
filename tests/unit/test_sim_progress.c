/* Lanes of one warp that wait for each other: locks, flags and tickets as Volta and later GPUs run them, and
 * barrier.sync in divergent code. Every kernel ran on an H200 with the same results. Compiled by the real compiler;
 * skipped where there is none. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim_testing.h"

#include <stdlib.h>

#include "compile/compile.h"

enum { WORDS = 128 };
static int32_t out[WORDS];
static bool found;

static int look_for_toolkit(void **state) {
    (void)state;
    Arena *arena = arena_new();
    Toolchain toolchain;
    compile_toolchain(arena, COMPILER_AUTO, &toolchain);
    found = toolchain.nvrtc_major > 0;
    arena_free(arena);
    return 0;
}

/* Runs k(out) with out all zero; the caller frees the run's arena. */
static TestRun run_body(const char *body, uint32_t blocks, uint32_t threads, RunStatus status) {
    if (!found) {
        print_message("SKIP: no CUDA Toolkit was found on this machine\n");
        skip();
    }
    Arena *arena = arena_new();
    const char *source = arena_printf(arena,
                                      "__device__ int lock_word;\nextern \"C\" __global__ void k(int *out) {\n"
                                      "    int t = threadIdx.x, *lock = &lock_word;\n    (void)t, (void)lock;\n%s\n}\n",
                                      body);
    CompileRequest request = {.file = "test.cu", .source = source, .source_size = strlen(source), .arch = "sm_90"};
    CompileResult compiled;
    compile(&request, arena, &compiled);
    if (compiled.status != COMPILE_DONE) print_error("%s\n", compiled.log != NULL ? compiled.log : "");
    assert_int_equal(compiled.status, COMPILE_DONE);
    memset(out, 0, sizeof out);
    static Buffer buffers[] = {{.name = "out", .type = SCALAR_I32, .count = WORDS, .bytes = out, .output = true}};
    static const Arg args[] = {{.kind = ARG_BUFFER, .buffer = 0, .name = "out"}};
    TestRun run = {.arena = arena, .image = *compiled.image};
    run.launch = (Launch){.kernel = "k",
                          .grid = {blocks, 1, 1},
                          .block = {threads, 1, 1},
                          .buffers = buffers,
                          .buffer_count = 1,
                          .args = args,
                          .arg_count = 1};
    test_expect(&run, status);
    return run;
}

static void finishes(const char *body, uint32_t blocks, uint32_t threads) {
    TestRun run = run_body(body, blocks, threads, RUN_FINISHED);
    for (size_t i = 0; i < run.result.finding_count; i++) print_error("%s\n", run.result.findings[i].message);
    assert_int_equal(run.result.finding_count, 0);
    arena_free(run.arena);
}

#define UNLOCK "__threadfence(); atomicExch(lock, 0);"

static void every_lane_gets_a_spin_lock(void **state) {
    (void)state;
    finishes("while (atomicCAS(lock, 0, 1) != 0);\n __threadfence(); out[0] = out[0] + 1;\n" UNLOCK, 1, 32);
    assert_int_equal(out[0], 32);
    finishes("while (atomicExch(lock, 1) != 0);\n __threadfence(); out[0] = out[0] + t; out[1] = out[1] + 1;\n" UNLOCK,
             2, 96);
    assert_int_equal(out[0], 96 * 95); /* both blocks */
    assert_int_equal(out[1], 192);
}

static void a_lock_around_only_some_lanes_within_a_branch_is_got_too(void **state) {
    (void)state;
    finishes("if (t % 3 == 0) { if (t < 20) { while (atomicCAS(lock, 0, 1) != 0); __threadfence(); } else { while "
             "(atomicCAS(lock, 0, 1)); __threadfence(); }\n"
             "    out[0] = out[0] + 1;\n" UNLOCK " } else out[1 + t] = t;",
             1, 32);
    assert_int_equal(out[0], 11);
    for (int t = 0; t < 32; t++) assert_int_equal(out[1 + t], t % 3 ? t : 0);
}

static void a_critical_section_inside_the_loop_runs_once_for_each_lane(void **state) {
    (void)state;
    finishes("bool done = false;\nwhile (!done) if (atomicCAS(lock, 0, 1) == 0) { __threadfence(); out[0] = out[0] + "
             "1;\n" UNLOCK " done = true; }",
             1, 64);
    assert_int_equal(out[0], 64);
}

static void a_spin_that_counts_its_tries_ends(void **state) {
    (void)state;
    finishes(
        "int tries = 0;\nwhile (atomicCAS(lock, 0, 1) != 0) tries++;\n__threadfence(); out[0] = out[0] + 1;\n" UNLOCK
        " out[1 + t] = tries >= 0;",
        1, 32);
    assert_int_equal(out[0], 32);
    for (int t = 0; t < 32; t++) assert_int_equal(out[1 + t], 1);
}

static void a_ticket_lock_serves_in_order(void **state) {
    (void)state;
    finishes("__shared__ int next, serving;\nif (t == 0) next = serving = 0;\n__syncthreads();\n"
             "int mine = atomicAdd(&next, 1);\nwhile (*(volatile int *)&serving != mine) "
             "__nanosleep(20);\n__threadfence();\n"
             "out[mine] = out[100] + 1; out[100] = mine + 1;\n__threadfence(); *(volatile int *)&serving = mine + 1;",
             1, 64);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], i + 1);
}

static void lanes_wait_for_a_flag_that_another_lane_sets(void **state) {
    (void)state;
    static const char *const waiting[] = {
        "if (t == 31) { out[1] = 7; __threadfence(); f = 1; } else while (!f);",
        "if (t != 31) { while (!f) __nanosleep(100); } else { out[1] = 7; __threadfence(); f = 1; }",
        "int n = 0; if (t != 5) while (!f) n++; else { out[1] = 7; __threadfence(); f = 1; } out[40 + t] = n < 0;"};
    for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) {
        char body[400];
        snprintf(
            body, sizeof body,
            "__shared__ volatile int f;\nif (t == 0) f = 0;\n__syncwarp();\n%s\n__threadfence(); out[2 + t] = out[1];",
            waiting[i]);
        finishes(body, 1, 32);
        for (int t = 0; t < 32; t++) assert_int_equal(out[2 + t], 7);
    }
}

static void a_loop_that_never_ends_is_still_found(void **state) {
    (void)state;
    static const char *const endless[] = {"if (t == 3) while (true) __nanosleep(1);\n out[t] = 1;",
                                          "if (t < 9) while (*(volatile int *)lock == 0);\n out[t] = 1;",
                                          "int n = 0; if (t < 9) while (atomicAdd(lock, 0) == 0) n++; out[t] = n;"};
    static const FindingKind kinds[] = {FINDING_BUDGET, FINDING_DEADLOCK, FINDING_BUDGET};
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        TestRun run = run_body(endless[i], 1, 32, RUN_STOPPED);
        assert_int_equal(run.result.finding_count, 1);
        assert_int_equal(run.result.findings[0].kind, kinds[i]);
        arena_free(run.arena);
    }
}

static uint64_t metric_of(const TestRun *run, Metric metric) {
    return (uint64_t)run->result.metrics.value[metric];
}

static void counts_of_long_divergent_loops_stay_what_they_are(void **state) {
    (void)state;
    /* Lane t loops 3000 t times, half of the warp in each of two loops, far longer than a path runs unwatched:
     * the loops' branches are executed as often as the slowest lane loops, and the code after them once. */
    TestRun run = run_body("int n = 3000 * t; unsigned sum = 0;\nif (t < 16) { _Pragma(\"unroll 1\") for (int i = 0; i "
                           "< n; i++) sum += i ^ t; }\n"
                           "else { _Pragma(\"unroll 1\") for (int i = 0; i < n; i++) sum -= i ^ t; }\nout[t] = sum;",
                           1, 32, RUN_FINISHED);
    for (int t = 0; t < 32; t++) {
        uint32_t sum = 0; /* which wraps */
        for (int i = 0; i < 3000 * t; i++) sum += (uint32_t)(t < 16 ? i ^ t : -(i ^ t));
        assert_int_equal((uint32_t)out[t], sum);
    }
    assert_int_equal(metric_of(&run, METRIC_GLOBAL_STORE_REQUESTS), 1);
    assert_true(metric_of(&run, METRIC_BRANCH_EXECUTED) - 3000 * (15 + 31) < 8);
    arena_free(run.arena);
}

static void lanes_come_to_a_barrier_by_different_ways(void **state) {
    (void)state;
    finishes("__shared__ int s[64];\nint half = t % 32 < 16;\n"
             "if (half) { s[t] = t + 1; asm volatile(\"barrier.sync 0;\" ::: \"memory\"); out[t] = s[t + 16]; }\n"
             "else { s[t] = t + 1; asm volatile(\"barrier.sync 0;\" ::: \"memory\"); out[t] = s[t - 16]; }",
             1, 64);
    for (int t = 0; t < 64; t++) assert_int_equal(out[t], (t ^ 16) + 1);
    finishes("if (t % 32 >= 16) { out[t] = 5; return; }\nasm volatile(\"barrier.sync 0;\" ::: \"memory\"); out[t] = 6;",
             1, 64);
    for (int t = 0; t < 64; t++) assert_int_equal(out[t], t % 32 < 16 ? 6 : 5);
}

static void a_warp_that_comes_in_parts_counts_once(void **state) {
    (void)state;
    /* Every thread sees what all 64 wrote: a barrier for 64 threads waits for both warps, not for two halves of one. */
    finishes("__shared__ int s[64]; s[t] = 0; __syncthreads(); int v = 0;\n"
             "if (t % 32 < 16) { s[t] = 1; asm volatile(\"barrier.sync 1, 64;\" ::: \"memory\"); for (int i = 0; i < "
             "64; i++) v += s[i]; }\n"
             "else { s[t] = 1; asm volatile(\"barrier.sync 1, 64;\" ::: \"memory\"); for (int i = 0; i < 64; i++) v += "
             "2 * s[i]; }\nout[t] = v;",
             1, 64);
    for (int t = 0; t < 64; t++) assert_int_equal(out[t], t % 32 < 16 ? 64 : 128);
}

static void a_reduction_counts_every_lane_however_it_came(void **state) {
    (void)state;
    finishes("unsigned r;\n"
             "if (t % 32 < 16) asm volatile(\"{.reg .pred p; setp.lt.u32 p,%1,40; barrier.red.popc.u32 %0, 0, p;}\" : "
             "\"=r\"(r) : \"r\"(t));\n"
             "else asm volatile(\"{.reg .pred p; setp.lt.u32 p,%1,40; barrier.red.popc.u32 %0, 0, p; add.u32 "
             "%0,%0,1000;}\" : \"=r\"(r) : \"r\"(t));\n"
             "out[t] = r;",
             1, 64);
    for (int t = 0; t < 64; t++) assert_int_equal(out[t], t % 32 < 16 ? 40 : 1040);
}

static void lanes_that_arrive_do_not_wait(void **state) {
    (void)state;
    finishes("__shared__ int s[64]; s[t] = 0; __syncthreads();\n"
             "if (t < 32) { s[t] = 1; if (t < 16) asm volatile(\"barrier.arrive 2, 64;\" ::: \"memory\");\n"
             "    else asm volatile(\"barrier.arrive 2, 64;\" ::: \"memory\"); out[t] = 1; }\n"
             "else { asm volatile(\"barrier.sync 2, 64;\" ::: \"memory\"); int v = 0; for (int i = 0; i < 32; i++) v "
             "+= s[i]; out[t] = v; }",
             1, 64);
    for (int t = 0; t < 64; t++) assert_int_equal(out[t], t < 32 ? 1 : 32);
}

/* All meet the first time. Then a half of each warp ends, and the other half comes again. */
static void lanes_that_come_once_more_than_others_are_reported(void **state) {
    (void)state;
    TestRun run = run_body("if (t % 32 < 16) asm volatile(\"barrier.sync 0;\" ::: \"memory\");\n"
                           "asm volatile(\"barrier.sync 0;\" ::: \"memory\"); out[t] = 9;",
                           1, 64, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_BARRIER);
    assert_non_null(strstr(run.result.findings[0].message, "have ended without coming to it"));
    arena_free(run.arena);
}

static void lanes_of_a_warp_at_two_barriers_are_reported(void **state) {
    (void)state;
    TestRun run = run_body("if (t < 16) asm volatile(\"barrier.sync 1;\" ::: \"memory\"); else asm "
                           "volatile(\"barrier.sync 2;\" ::: \"memory\");",
                           1, 32, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_BARRIER);
    assert_non_null(strstr(run.result.findings[0].message, "lanes of one warp wait at different barriers"));
    arena_free(run.arena);
}

static void syncthreads_in_divergent_code_is_still_reported(void **state) {
    (void)state;
    TestRun run = run_body("if (t < 16) __syncthreads(); out[t] = 1;", 1, 32, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_BARRIER);
    arena_free(run.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lane_gets_a_spin_lock),
        cmocka_unit_test(a_lock_around_only_some_lanes_within_a_branch_is_got_too),
        cmocka_unit_test(a_critical_section_inside_the_loop_runs_once_for_each_lane),
        cmocka_unit_test(a_spin_that_counts_its_tries_ends),
        cmocka_unit_test(a_ticket_lock_serves_in_order),
        cmocka_unit_test(lanes_wait_for_a_flag_that_another_lane_sets),
        cmocka_unit_test(a_loop_that_never_ends_is_still_found),
        cmocka_unit_test(counts_of_long_divergent_loops_stay_what_they_are),
        cmocka_unit_test(lanes_come_to_a_barrier_by_different_ways),
        cmocka_unit_test(a_warp_that_comes_in_parts_counts_once),
        cmocka_unit_test(a_reduction_counts_every_lane_however_it_came),
        cmocka_unit_test(lanes_that_arrive_do_not_wait),
        cmocka_unit_test(lanes_that_come_once_more_than_others_are_reported),
        cmocka_unit_test(lanes_of_a_warp_at_two_barriers_are_reported),
        cmocka_unit_test(syncthreads_in_divergent_code_is_still_reported),
    };
    return cmocka_run_group_tests(tests, look_for_toolkit, NULL);
}
