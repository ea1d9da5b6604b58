/* Whether the threads of a launch share its work: the busiest block and warp against counts made by hand. */
#include "metric_names.h"
#include "sim_testing.h"

static double metric(const TestRun *run, Metric metric) {
    assert_true(run->result.metrics.known[metric]);
    return run->result.metrics.value[metric];
}

/* Block b, warp w runs the loop of two instructions (a third where p2 holds, in the last lane only) 1 + rounds times;
 * rounds: 10 for block 0's warps, 0 for all others. */
static const char uneven[] = PTX_HEAD ".visible .entry k() {\n"
                                      ".reg .pred %p<4>; .reg .b32 %r<6>;\n"
                                      "mov.u32 %r1, %ctaid.x;\n"
                                      "mov.u32 %r2, %tid.x;\n"
                                      "setp.eq.u32 %p1, %r1, 0;\n"
                                      "setp.eq.u32 %p2, %r2, 31;\n"
                                      "selp.u32 %r3, 10, 0, %p1;\n"
                                      "LOOP:\n"
                                      "@%p2 add.u32 %r4, %r3, %r2;\n"
                                      "setp.eq.u32 %p3, %r3, 0;\n"
                                      "sub.u32 %r3, %r3, 1;\n"
                                      "@!%p3 bra LOOP;\n"
                                      "ret;\n"
                                      "}\n";

static void the_busiest_block_and_warp_are_counted_exactly(void **state) {
    (void)state;
    /* Five before the loop, three in each round, one at the end; lane 31 is in warp 0 only, whose guarded addition
     * counts. */
    const double slow = 5 + 11 * 3 + 1, slow_guarded = slow + 11, quick = 5 + 3 + 1, quick_guarded = quick + 1;
    const double total = slow_guarded + slow + 3 * (quick_guarded + quick);
    for (unsigned threads = 1; threads <= 3; threads++) {
        TestRun run = test_run(uneven, "k", 4, 64);
        run.launch.threads = threads;
        test_expect(&run, RUN_FINISHED);
        assert_true(metric(&run, METRIC_INSTRUCTIONS_WARP) == total);
        assert_true(metric(&run, METRIC_INSTRUCTIONS_PER_BLOCK_MAX) == slow_guarded + slow);
        assert_true(metric(&run, METRIC_INSTRUCTIONS_PER_WARP_MAX) == slow_guarded);
        assert_true(metric(&run, METRIC_IMBALANCE_BLOCKS) == (slow_guarded + slow) * 4 / total);
        assert_true(metric(&run, METRIC_IMBALANCE_WARPS) == slow_guarded * 8 / total);
        arena_free(run.arena);
    }
}

static void work_that_is_shared_evenly_has_no_imbalance(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k() { bar.sync 0; ret; }", "k", 7, 96);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_IMBALANCE_BLOCKS) == 1);
    assert_true(metric(&run, METRIC_IMBALANCE_WARPS) == 1);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_PER_BLOCK_MAX) == 6);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_ACTIVE_THREADS) == 32);
    arena_free(run.arena);
}

/* More instructions than one turn of a warp has, so that its fuel is filled up on the way. */
static void long_loops_are_counted_to_the_last_instruction(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k() { .reg .b32 %r<2>; .reg .pred %p<2>; mov.u32 %r1, 100000;\n"
                                    "LOOP: sub.u32 %r1, %r1, 1; setp.ne.u32 %p1, %r1, 0; @%p1 bra LOOP; ret; }",
                           "k", 2, 32);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_PER_WARP_MAX) == 1 + 3 * 100000 + 1);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_WARP) == 2 * (1 + 3 * 100000 + 1));
    arena_free(run.arena);
}

static void a_lone_lane_is_one_active_thread(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k() { .reg .b32 %r<2>; .reg .pred %p<2>; mov.u32 %r1, %tid.x;\n"
                                    "setp.ne.u32 %p1, %r1, 0; @%p1 bra END; add.u32 %r1, %r1, 1; add.u32 %r1, %r1, 2;\n"
                                    "END: ret; }",
                           "k", 1, 32);
    test_expect(&run, RUN_FINISHED);
    /* three by 32 lanes, two by one, and ret by all */
    assert_true(metric(&run, METRIC_INSTRUCTIONS_ACTIVE_THREADS) == (3 * 32 + 2 + 32) / 6.0);
    arena_free(run.arena);
}

static void shuffles_and_votes_are_counted_apart(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k() { .reg .b32 %r<5>; .reg .pred %p<2>; mov.u32 %r1, %laneid;\n"
                                    "shfl.sync.down.b32 %r2, %r1, 1, 31, -1;\n"
                                    "redux.sync.add.s32 %r3, %r2, -1;\n"
                                    "setp.ne.u32 %p1, %r3, 0; vote.sync.any.pred %p1, %p1, -1;\n"
                                    "vote.sync.ballot.b32 %r4, %p1, -1; match.any.sync.b32 %r4, %r1, -1;\n"
                                    "activemask.b32 %r4; ret; }",
                           "k", 3, 64);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_SHUFFLE) == 2 * 3 * 2);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_VOTE) == 4 * 3 * 2);
    arena_free(run.arena);
}

static void a_vote_of_the_block_is_one_for_each_warp_and_a_barrier_is_none(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".visible .entry k() { .reg .b32 %r<3>; .reg .pred %p<3>; mov.u32 %r1, %tid.x;\n"
                                    "setp.lt.u32 %p1, %r1, 8; bar.sync 0; barrier.red.or.pred %p2, 0, %p1;\n"
                                    "barrier.red.popc.u32 %r2, 0, %p2; ret; }",
                           "k", 3, 64);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_BLOCK_VOTE) == 2 * 3 * 2);
    assert_true(metric(&run, METRIC_INSTRUCTIONS_VOTE) == 0);
    assert_true(metric(&run, METRIC_BARRIERS) == 3 * 3);
    arena_free(run.arena);
}

/* Warp 0 makes five requests (two stores to shared memory, one of them by half of the lanes, and three loads), the
 * others one; a loop, local memory and a parameter are none. */
static const char requests[] =
    PTX_HEAD ".visible .entry k(.param .u32 p) {\n"
             ".reg .pred %p<4>; .reg .b32 %r<9>; .shared .align 4 .b8 tile[2048];\n"
             ".local .align 4 .b8 own[16];\n"
             "mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2; mov.u32 %r3, tile;\n"
             "add.s32 %r3, %r3, %r2; ld.param.u32 %r4, [p];\n"
             "st.shared.u32 [%r3], %r1; st.local.u32 [own], %r1;\n"
             "setp.gt.u32 %p1, %r1, 31; mov.u32 %r5, 50; @%p1 bra WAIT;\n"
             "ld.shared.u32 %r6, [%r3]; ld.shared.u32 %r6, [%r3]; ld.shared.u32 %r6, [%r3];\n"
             "setp.lt.u32 %p2, %r1, 16; @%p2 st.shared.u32 [%r3], %r1; ret;\n"
             "WAIT: sub.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra WAIT; ret; }";

static void requests_to_memory_have_a_balance_of_their_own(void **state) {
    (void)state;
    static const Arg arg = {.kind = ARG_VALUE, .type = SCALAR_U32, .name = "p"};
    for (unsigned threads = 1; threads <= 2; threads++) {
        TestRun run = test_run(requests, "k", 5, 128);
        run.launch.args = &arg;
        run.launch.arg_count = 1;
        run.launch.threads = threads;
        test_expect(&run, RUN_FINISHED);
        assert_true(metric(&run, METRIC_IMBALANCE_REQUESTS) == 5 * 4 / 8.0);
        assert_true(metric(&run, METRIC_REQUESTS_ACTIVE_THREADS) == (7 * 32 + 16) / 8.0);
        assert_true(metric(&run, METRIC_IMBALANCE_ACCESSES) == 4.0 * (4 * 32 + 16) / (7 * 32 + 16));
        assert_true(metric(&run, METRIC_IMBALANCE_WARPS) < 1.5);
        arena_free(run.arena);
    }
    TestRun none = test_run(PTX_HEAD ".visible .entry k() { ret; }", "k", 2, 64);
    test_expect(&none, RUN_FINISHED);
    assert_true(metric(&none, METRIC_IMBALANCE_REQUESTS) == 1);
    assert_true(metric(&none, METRIC_IMBALANCE_ACCESSES) == 1);
    assert_true(metric(&none, METRIC_REQUESTS_ACTIVE_THREADS) == 32);
    arena_free(none.arena);
}

/* In warp 0 every kind of access, in a loop of 20 rounds; the other three make one request each. Most of these have a
 * quick way of their own from their second request on, and each must count. */
static const char kinds[] =
    PTX_HEAD ".visible .entry k(.param .u64 buffer) {\n"
             ".reg .pred %p<3>; .reg .b16 %h<3>; .reg .b32 %r<9>; .reg .b64 %rd<6>; .shared .align 8 .b8 tile[2048];\n"
             "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; mov.u64 %rd3, tile; add.s64 %rd3, %rd3, %rd2;\n"
             "cvt.u32.u64 %r3, %rd3; ld.param.u64 %rd1, [buffer]; cvta.to.global.u64 %rd1, %rd1;\n"
             "add.s64 %rd4, %rd1, %rd2; cvt.u64.u32 %rd5, %r1; add.s64 %rd5, %rd1, %rd5;\n"
             "st.shared.u32 [%r3], %r1; setp.gt.u32 %p1, %r1, 31; @%p1 bra MEET; mov.u32 %r5, 20;\n"
             "AGAIN: ld.shared.u32 %r6, [%r3]; st.shared.u32 [%r3], %r6; ld.global.u32 %r6, [%rd4];\n"
             "ld.global.u8 %h1, [%rd5]; atom.global.add.u32 %r8, [%rd4+128], 1;\n"
             "sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra AGAIN;\n"
             "MEET: bar.sync 0; @%p1 ret; mov.u32 %r5, 20;\n"
             "UPDATE: atom.shared.add.u32 %r7, [%r3], 1; red.shared.add.u32 [%rd3], 1;\n"
             "sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra UPDATE; ret; }";

static void every_kind_of_request_counts(void **state) {
    (void)state;
    enum { KINDS = 7, ROUNDS = 20, BLOCKS = 4, WARPS = 4 };
    const double busiest = 1 + KINDS * ROUNDS, of_block = busiest + WARPS - 1;
    for (unsigned threads = 1; threads <= 3; threads++) {
        uint8_t bytes[256] = {0};
        Buffer buffer = {.name = "buffer", .type = SCALAR_U32, .count = 64, .bytes = bytes};
        const Arg arg = {.kind = ARG_BUFFER, .name = "buffer", .buffer = 0};
        TestRun run = test_run(kinds, "k", BLOCKS, WARPS * 32);
        run.launch.args = &arg;
        run.launch.arg_count = 1;
        run.launch.buffers = &buffer;
        run.launch.buffer_count = 1;
        run.launch.threads = threads;
        test_expect(&run, RUN_FINISHED);
        assert_true(metric(&run, METRIC_IMBALANCE_REQUESTS) == busiest * WARPS * BLOCKS / (of_block * BLOCKS));
        assert_true(metric(&run, METRIC_IMBALANCE_ACCESSES) == busiest * WARPS / of_block);
        assert_true(metric(&run, METRIC_REQUESTS_ACTIVE_THREADS) == 32);
        arena_free(run.arena);
    }
}

static void threads_that_take_no_part_in_requests_are_counted(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".const .align 4 .b8 words[16];\n"
                                    ".visible .entry k() { .reg .b32 %r<7>; .reg .pred %p<4>;\n"
                                    ".shared .align 4 .b8 tile[128];\n"
                                    "mov.u32 %r1, %tid.x; mov.u32 %r2, tile; mov.u32 %r3, words; mov.u32 %r5, 20;\n"
                                    "setp.lt.u32 %p1, %r1, 4; setp.lt.u32 %p2, %r1, 8;\n"
                                    "AGAIN: @%p1 red.shared.add.u32 [%r2], 1; @%p2 ld.const.u32 %r6, [%r3];\n"
                                    "sub.u32 %r5, %r5, 1; setp.ne.u32 %p3, %r5, 0; @%p3 bra AGAIN; ret; }",
                           "k", 3, 32);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_REQUESTS_ACTIVE_THREADS) == (4 + 8) / 2.0);
    arena_free(run.arena);
}

/* Warp 1 of block 1 calls f(5), which calls f(4) and so on to f(0); all others call f(0). */
static void calls_within_each_other_are_counted(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".func f(.param .b32 n) { .reg .b32 %r<3>; .reg .pred %p<2>;\n"
                                    "ld.param.u32 %r1, [n]; setp.eq.u32 %p1, %r1, 0; @%p1 bra END;\n"
                                    "sub.u32 %r2, %r1, 1; { .param .b32 a; st.param.b32 [a], %r2; call.uni f, (a); }\n"
                                    "END: ret; }\n"
                                    ".visible .entry k() { .reg .b32 %r<4>; .reg .pred %p<3>;\n"
                                    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; setp.gt.u32 %p1, %r1, 31;\n"
                                    "setp.eq.and.u32 %p2, %r2, 1, %p1; selp.u32 %r3, 5, 0, %p2;\n"
                                    "{ .param .b32 a; st.param.b32 [a], %r3; call.uni f, (a); } ret; }",
                           "k", 3, 64);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_CALL_DEPTH) == 6);
    assert_true(metric(&run, METRIC_CALL_RECURSIVE) == 1);
    arena_free(run.arena);
    TestRun none = test_run(PTX_HEAD ".visible .entry k() { ret; }", "k", 2, 64);
    test_expect(&none, RUN_FINISHED);
    assert_true(metric(&none, METRIC_CALL_DEPTH) == 0);
    assert_true(metric(&none, METRIC_CALL_RECURSIVE) == 0);
    arena_free(none.arena);
}

/* f calls g twice, of which nobody comes back to f; h and i call each other, which is never reached. */
static void functions_that_come_to_themselves_are_counted(void **state) {
    (void)state;
    TestRun run = test_run(PTX_HEAD ".func g() { ret; }\n"
                                    ".func f() { call.uni g, (); call.uni g, (); ret; }\n"
                                    ".func i();\n"
                                    ".func h() { call.uni i, (); ret; }\n"
                                    ".func i() { call.uni h, (); ret; }\n"
                                    ".visible .entry k() { .reg .pred %p<2>; .reg .b32 %r<2>;\n"
                                    "mov.u32 %r1, %ntid.x; setp.gt.u32 %p1, %r1, 64;\n"
                                    "call.uni f, (); call.uni g, (); @%p1 bra DEEP; ret; DEEP: call.uni h, (); ret; }",
                           "k", 1, 64);
    test_expect(&run, RUN_FINISHED);
    assert_true(metric(&run, METRIC_CALL_DEPTH) == 2);
    assert_true(metric(&run, METRIC_CALL_RECURSIVE) == 1);
    arena_free(run.arena);
}

/* Bytes and halves of a buffer that nobody writes are read in a quicker way, because no race is possible there. */
static const char narrow[] = PTX_HEAD
    ".visible .entry k(.param .u64 buffer) {\n"
    ".reg .pred %p<3>; .reg .b16 %h<3>; .reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 2; ld.param.u64 %rd1, [buffer];\n"
    "cvta.to.global.u64 %rd1, %rd1; add.s64 %rd2, %rd1, %rd2; cvt.u64.u32 %rd3, %r1; add.s64 %rd3, %rd1, %rd3;\n"
    "setp.gt.u32 %p1, %r1, 31; mov.u32 %r5, 1; @%p1 bra AGAIN; mov.u32 %r5, 20;\n"
    "AGAIN: ld.global.u8 %h1, [%rd3]; ld.global.s16 %h2, [%rd2];\n"
    "sub.u32 %r5, %r5, 1; setp.ne.u32 %p2, %r5, 0; @%p2 bra AGAIN; ret; }";

static void narrow_loads_count_as_requests(void **state) {
    (void)state;
    enum { BLOCKS = 6, WARPS = 4, ROUNDS = 20 };
    for (unsigned threads = 1; threads <= 3; threads++) {
        uint8_t bytes[256] = {0};
        Buffer buffer = {.name = "buffer", .type = SCALAR_U8, .count = sizeof bytes, .bytes = bytes};
        const Arg arg = {.kind = ARG_BUFFER, .name = "buffer", .buffer = 0};
        TestRun run = test_run(narrow, "k", BLOCKS, WARPS * 32);
        run.launch.args = &arg;
        run.launch.arg_count = 1;
        run.launch.buffers = &buffer;
        run.launch.buffer_count = 1;
        run.launch.threads = threads;
        test_expect(&run, RUN_FINISHED);
        assert_true(metric(&run, METRIC_IMBALANCE_REQUESTS) == 2.0 * ROUNDS * WARPS / (2 * (ROUNDS + WARPS - 1)));
        arena_free(run.arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_busiest_block_and_warp_are_counted_exactly),
        cmocka_unit_test(work_that_is_shared_evenly_has_no_imbalance),
        cmocka_unit_test(long_loops_are_counted_to_the_last_instruction),
        cmocka_unit_test(a_lone_lane_is_one_active_thread),
        cmocka_unit_test(shuffles_and_votes_are_counted_apart),
        cmocka_unit_test(a_vote_of_the_block_is_one_for_each_warp_and_a_barrier_is_none),
        cmocka_unit_test(requests_to_memory_have_a_balance_of_their_own),
        cmocka_unit_test(every_kind_of_request_counts),
        cmocka_unit_test(narrow_loads_count_as_requests),
        cmocka_unit_test(threads_that_take_no_part_in_requests_are_counted),
        cmocka_unit_test(calls_within_each_other_are_counted),
        cmocka_unit_test(functions_that_come_to_themselves_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
