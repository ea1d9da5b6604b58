/* Control flow: diverged lanes, loops, calls, barriers, and what is counted on the way. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim_testing.h"

static int32_t out[1024];

/* Runs kernel k(out) and leaves its buffer in out; count threads per block. */
static TestRun run_out(const char *body, uint32_t blocks, uint32_t threads) {
    static Buffer buffer = {"out", SCALAR_I32, 1024, out, true, NULL};
    static Arg arg = {.kind = ARG_BUFFER, .name = "out"};
    for (int i = 0; i < 1024; i++) out[i] = -7777;
    Text ptx = {0};
    text_printf(&ptx, PTX_HEAD "%s", body);
    Arena *arena = arena_new();
    const char *text = text_take(&ptx, arena);
    TestRun run = test_run(text, "k", blocks, threads);
    arena_free(run.arena);
    run.arena = arena;
    run.launch.buffers = &buffer;
    run.launch.args = &arg;
    run.launch.buffer_count = run.launch.arg_count = 1;
    return run;
}

/* %r1 is the thread's number, %d1 the address of its element of out. */
#define KERNEL                                                                                                         \
    ".visible .entry k(.param .u64 p) {\n.reg .b32 %r<30>; .reg .b64 %d<9>; .reg .pred %p<9>; .reg .b16 %h<4>;\n"      \
    "ld.param.u64 %d1,[p]; mov.u32 %r1,%tid.x; mov.u32 %r2,%ctaid.x; mov.u32 %r3,%ntid.x; mad.lo.u32 "                 \
    "%r1,%r2,%r3,%r1;\n"                                                                                               \
    "mul.wide.u32 %d2,%r1,4; add.u64 %d1,%d1,%d2;\n"
#define STORE(reg) "st.global.u32 [%d1]," reg ";\n"

static double metric(const TestRun *run, Metric metric) {
    assert_true(run->result.metrics.known[metric]);
    return run->result.metrics.value[metric];
}

static int collatz(int n) {
    int steps = 0;
    while (n != 1 && steps < 200) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static void a_loop_with_a_branch_inside_gives_each_lane_its_own_count(void **state) {
    (void)state;
    TestRun run = run_out(KERNEL "add.u32 %r4,%r1,1; mov.u32 %r5,0;\n"
                                 "HEAD: setp.eq.u32 %p1,%r4,1; @%p1 bra DONE; setp.ge.u32 %p2,%r5,200; @%p2 bra DONE;\n"
                                 "and.b32 %r6,%r4,1; setp.eq.u32 %p3,%r6,0; @%p3 bra EVEN;\n"
                                 "mad.lo.u32 %r4,%r4,3,1; bra NEXT;\n"
                                 "EVEN: shr.u32 %r4,%r4,1;\n"
                                 "NEXT: add.u32 %r5,%r5,1; bra HEAD;\n"
                                 "DONE: " STORE("%r5") "ret; }",
                          2, 96);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 192; i++) assert_int_equal(out[i], collatz(i + 1));
    arena_free(run.arena);
}

static int nested(int t) {
    int sum = 0;
    for (int i = 0; i < t % 7; i++)
        for (int j = 0; j < i + t % 5; j++) {
            if (j == 4) break;
            if ((i ^ j) & 1) continue;
            sum += i * 10 + j;
        }
    return sum;
}

static void nested_loops_break_and_continue_lane_by_lane(void **state) {
    (void)state;
    TestRun run =
        run_out(KERNEL "rem.u32 %r4,%r1,7; rem.u32 %r5,%r1,5; mov.u32 %r6,0; mov.u32 %r7,0;\n"
                       "OUTER: setp.ge.u32 %p1,%r7,%r4; @%p1 bra DONE; add.u32 %r8,%r7,%r5; mov.u32 %r9,0;\n"
                       "INNER: setp.ge.u32 %p2,%r9,%r8; @%p2 bra LEFT; setp.eq.u32 %p3,%r9,4; @%p3 bra LEFT;\n"
                       "xor.b32 %r10,%r7,%r9; and.b32 %r10,%r10,1; setp.ne.u32 %p4,%r10,0; @%p4 bra AGAIN;\n"
                       "mad.lo.u32 %r11,%r7,10,%r9; add.u32 %r6,%r6,%r11;\n"
                       "AGAIN: add.u32 %r9,%r9,1; bra INNER;\n"
                       "LEFT: add.u32 %r7,%r7,1; bra OUTER;\n"
                       "DONE: " STORE("%r6") "ret; }",
                1, 100);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 100; i++) assert_int_equal(out[i], nested(i));
    assert_int_equal(out[100], -7777);
    arena_free(run.arena);
}

static void lanes_that_leave_early_do_not_take_the_others_along(void **state) {
    (void)state;
    TestRun run = run_out(KERNEL "and.b32 %r4,%r1,3; setp.eq.u32 %p1,%r4,0; @%p1 bra GONE; setp.eq.u32 %p2,%r4,1; @%p2 "
                                 "ret; setp.eq.u32 %p3,%r4,2;\n"
                                 "@%p3 exit; " STORE("%r1") "ret;\n"
                                                            "GONE: mov.u32 %r5,-1; " STORE("%r5") "ret; }",
                          1, 64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], i % 4 == 0 ? -1 : i % 4 == 3 ? i : -7777);
    arena_free(run.arena);
}

static void lanes_that_exit_within_a_branch_do_not_come_back_where_it_joins(void **state) {
    (void)state;
    TestRun run =
        run_out(KERNEL
                "and.b32 %r4,%r1,1; setp.eq.u32 %p1,%r4,0; and.b32 %r5,%r1,2; setp.ne.u32 %p2,%r5,0; @%p1 bra EVEN;\n"
                "@%p2 exit; mov.u32 %r6,5; bra.uni JOIN;\nEVEN: mov.u32 %r6,6;\nJOIN: " STORE("%r6") "ret; }",
                1, 64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], i % 2 == 0 ? 6 : i % 4 == 3 ? -7777 : 5);
    arena_free(run.arena);
}

/* By hand, for one warp of 32 threads: 7 instructions that every kernel here begins with, setp, bra (16 lanes taken),
 * then 2 instructions (mov, bra) for the 16 that fall through and 1 for the others, then setp, a guarded add that only
 * lane 0 takes part in, st and ret. Warp instructions: 7 + 2 + 2 + 1 + 4 = 16. Thread instructions:
 * 32 * 9 + 16 * 2 + 16 * 1 + 32 (setp) + 1 (add) + 32 * 2 = 433. */
static void instructions_and_branches_are_counted_as_executed(void **state) {
    (void)state;
    TestRun run = run_out(KERNEL "setp.lt.u32 %p1,%r1,16; @%p1 bra LOW;\n"
                                 "mov.u32 %r4,1; bra.uni JOIN;\n"
                                 "LOW: mov.u32 %r4,2;\n"
                                 "JOIN: setp.eq.u32 %p2,%r1,0; @%p2 add.u32 %r4,%r4,40;\n" STORE("%r4") "ret; }",
                          1, 32);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 32; i++) assert_int_equal(out[i], i == 0 ? 42 : i < 16 ? 2 : 1);
    assert_int_equal(metric(&run, METRIC_INSTRUCTIONS_WARP), 16);
    assert_int_equal(metric(&run, METRIC_INSTRUCTIONS_THREAD), 433);
    assert_int_equal(metric(&run, METRIC_BRANCH_EXECUTED), 2);
    assert_int_equal(metric(&run, METRIC_BRANCH_DIVERGENT), 1);
    arena_free(run.arena);
}

#define FIB                                                                                                            \
    ".func (.param .b32 r) fib(.param .b32 n) {\n.reg .b32 %r<9>; .reg .pred %p<2>; .local .align 4 .b8 kept[8];\n"    \
    "ld.param.u32 %r1,[n]; setp.lt.s32 %p1,%r1,2; @%p1 bra SMALL; st.local.u32 [kept+4],%r1; sub.u32 %r2,%r1,1;\n"     \
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a],%r2; call.uni (b),fib,(a); ld.param.b32 %r3,[b]; }\n"            \
    "ld.local.u32 %r4,[kept+4]; sub.u32 %r4,%r4,2;\n"                                                                  \
    "{ .param .b32 a; .param .b32 b; st.param.b32 [a],%r4; call.uni (b),fib,(a); ld.param.b32 %r5,[b]; }\n"            \
    "add.u32 %r6,%r3,%r5; st.param.b32 [r],%r6; ret;\nSMALL: st.param.b32 [r],%r1; ret; }\n"

static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static void recursion_keeps_registers_and_local_memory_of_each_call(void **state) {
    (void)state;
    TestRun run =
        run_out(FIB KERNEL
                "rem.u32 %r4,%r1,11; { .param .b32 a; .param .b32 b; st.param.b32 [a],%r4; call.uni (b),fib,(a);\n"
                "ld.param.b32 %r5,[b]; }\n" STORE("%r5") "ret; }",
                1, 64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], fib(i % 11));
    arena_free(run.arena);
}

static void endless_recursion_is_a_finding(void **state) {
    (void)state;
    TestRun run = run_out(".func down(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1,[n];\n"
                          "{ .param .b32 a; st.param.b32 [a],%r1; call.uni down,(a); } ret; }\n" KERNEL
                          "{ .param .b32 a; st.param.b32 [a],%r1; call.uni down,(a); } ret; }",
                          1, 32);
    test_expect(&run, RUN_STOPPED);
    assert_non_null(strstr(run.result.findings[0].message, "recursion"));
    arena_free(run.arena);
}

#define THREE                                                                                                          \
    ".func (.param .b32 r) f0(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1,[n]; add.u32 %r1,%r1,1; "             \
    "st.param.b32 [r],%r1; ret; }\n"                                                                                   \
    ".func (.param .b32 r) f1(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1,[n]; shl.b32 %r1,%r1,1; "             \
    "st.param.b32 [r],%r1; ret; }\n"                                                                                   \
    ".func (.param .b32 r) f2(.param .b32 n) { .reg .b32 %r<3>; ld.param.u32 %r1,[n]; mul.lo.u32 %r1,%r1,%r1; "        \
    "st.param.b32 [r],%r1; ret; }\n"                                                                                   \
    ".global .align 8 .u64 table[3] = {f0, f1, f2};\n"

static void lanes_may_call_different_functions_through_pointers(void **state) {
    (void)state;
    TestRun run = run_out(
        THREE KERNEL
        "rem.u32 %r4,%r1,3; mul.wide.u32 %d3,%r4,8; mov.u64 %d4,table; add.u64 %d4,%d4,%d3; ld.global.u64 %d5,[%d4];\n"
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a],%r1;\n"
        "P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b),%d5,(a),P; ld.param.b32 %r5,[b]; }\n" STORE(
            "%r5") "ret; }",
        1, 64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], i % 3 == 0 ? i + 1 : i % 3 == 1 ? 2 * i : i * i);
    arena_free(run.arena);
}

static void a_jump_table_sends_each_lane_its_way(void **state) {
    (void)state;
    TestRun run =
        run_out(KERNEL "rem.u32 %r4,%r1,3; T: .branchtargets A,B,C; brx.idx %r4,T;\n"
                       "A: mov.u32 %r5,100; bra.uni JOIN;\nB: mov.u32 %r5,200; bra.uni JOIN;\nC: mov.u32 %r5,300;\n"
                       "JOIN: add.u32 %r5,%r5,%r1; " STORE("%r5") "ret; }",
                1, 64);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 64; i++) assert_int_equal(out[i], 100 * (i % 3 + 1) + i);
    arena_free(run.arena);
}

/* 70 of 96 threads vote yes. */
static void barriers_reduce_over_the_block(void **state) {
    (void)state;
    TestRun run = run_out(
        KERNEL
        "setp.lt.u32 %p1,%r1,70; bar.red.popc.u32 %r4,0,%p1; bar.red.and.pred %p2,0,%p1; bar.red.or.pred %p3,0,%p1;\n"
        "selp.u32 %r5,1000,0,%p2; selp.u32 %r6,2000,0,%p3; add.u32 %r4,%r4,%r5; add.u32 %r4,%r4,%r6;\n" STORE(
            "%r4") "ret; }",
        2, 96);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 96; i++) assert_int_equal(out[i], 70 + 2000);
    for (int i = 96; i < 192; i++) assert_int_equal(out[i], 0);
    assert_int_equal(metric(&run, METRIC_BARRIERS), 6);
    arena_free(run.arena);
}

static void a_barrier_that_half_a_warp_reaches_stops_the_launch(void **state) {
    (void)state;
    TestRun run =
        run_out(".file 1 \"test.cu\"\n" KERNEL
                "setp.lt.u32 %p1,%r1,40; @!%p1 bra PAST;\n.loc 1 17 3\nbar.sync 0;\nPAST: " STORE("%r1") "ret; }",
                1, 64);
    test_expect(&run, RUN_STOPPED);
    assert_int_equal(run.result.finding_count, 1);
    assert_int_equal(run.result.findings[0].kind, FINDING_BARRIER);
    assert_int_equal(run.result.findings[0].loc.line, 17);
    assert_string_equal(run.result.findings[0].loc.file, "test.cu");
    assert_non_null(strstr(run.result.findings[0].message, "(40,0,0)")); /* the first that is missing */
    arena_free(run.arena);
}

static void threads_that_have_ended_are_not_waited_for(void **state) {
    (void)state;
    TestRun run = run_out(KERNEL "setp.ge.u32 %p1,%r1,40; @%p1 ret; bar.sync 0; " STORE("%r1") "ret; }", 1, 96);
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(run.result.finding_count, 0);
    assert_int_equal(out[39], 39);
    assert_int_equal(metric(&run, METRIC_BARRIERS), 1);
    arena_free(run.arena);
}

static void warps_that_wait_for_ever_are_a_deadlock(void **state) {
    (void)state;
    TestRun run = run_out(
        KERNEL "setp.ge.u32 %p1,%r1,32; @%p1 bra SECOND; bar.sync 1,64; ret;\nSECOND: bar.sync 2,64; ret; }", 1, 64);
    test_expect(&run, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_DEADLOCK);
    arena_free(run.arena);
}

/* Warps 0 and 1 meet at barrier 1 with 64 threads; warp 2 never comes and need not. */
static void a_named_barrier_waits_for_its_own_count(void **state) {
    (void)state;
    TestRun run =
        run_out(KERNEL "setp.ge.u32 %p1,%r1,64; @%p1 bra JOIN; bar.sync 1,64;\nJOIN: " STORE("%r1") "ret; }", 1, 96);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 96; i++) assert_int_equal(out[i], i);
    arena_free(run.arena);
}

/* How far the other warp is when a warp is in the middle of its 200 rounds: what it has written last, 1000 before. */
#define ROUNDS                                                                                                         \
    KERNEL                                                                                                             \
    ".shared .align 4 .b8 far[8]; shr.u32 %r4,%r1,5; shl.b32 %r4,%r4,2; mov.u32 %r5,far; add.u32 %r6,%r5,%r4;\n"       \
    "xor.b32 %r7,%r4,4; add.u32 %r7,%r5,%r7; mov.u32 %r9,1000; st.volatile.shared.u32 [%r6],%r9; bar.sync 0;\n"        \
    "mov.u32 %r8,0;\nAGAIN: st.volatile.shared.u32 [%r6],%r8; setp.ne.u32 %p1,%r8,100; @%p1 bra ON;\n"                 \
    "ld.volatile.shared.u32 %r9,[%r7];\nON: add.u32 %r8,%r8,1; setp.lt.u32 %p2,%r8,200; @%p2 bra AGAIN;\n" STORE(      \
        "%r9") "ret; }"

static void the_schedule_says_how_far_warps_are_apart(void **state) {
    (void)state;
    static const Schedule fixed[] = {SCHEDULE_LOCKSTEP, SCHEDULE_REVERSE};
    for (int i = 0; i < 2; i++) {
        TestRun run = run_out(ROUNDS, 1, 64);
        run.launch.schedule = fixed[i];
        test_expect(&run, RUN_FINISHED);
        assert_int_equal(out[i * 32], 1000); /* the first warp is through before the other one begins */
        assert_int_equal(out[32 - i * 32], 199);
        arena_free(run.arena);
    }
    int between = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        TestRun run = run_out(ROUNDS, 1, 64);
        run.launch.schedule = SCHEDULE_RANDOM;
        run.launch.seed = seed;
        test_expect(&run, RUN_FINISHED);
        between += out[0] < 199 || (out[32] > 0 && out[32] < 199);
        arena_free(run.arena);
    }
    assert_true(between > 10);
}

/* Warp 0 counts itself alone at barrier 1 and reads what warp 1 has not written yet. */
static void a_barrier_that_counts_opens_with_its_last_arrival(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        TestRun run = run_out(KERNEL ".shared .align 4 .b8 s[8]; shr.u32 %r4,%r1,5; shl.b32 %r4,%r4,2; mov.u32 %r5,s;\n"
                                     "add.u32 %r6,%r5,%r4; xor.b32 %r7,%r4,4; add.u32 %r7,%r5,%r7; mov.u32 %r9,1000;\n"
                                     "st.volatile.shared.u32 [%r6],%r9; bar.sync 0; st.volatile.shared.u32 [%r6],%r1;\n"
                                     "bar.sync 1,32; ld.volatile.shared.u32 %r9,[%r7];\n" STORE("%r9") "ret; }",
                              1, 64);
        run.launch.schedule = i == 0 ? SCHEDULE_LOCKSTEP : SCHEDULE_REVERSE;
        test_expect(&run, RUN_FINISHED);
        assert_int_equal(out[i * 32], 1000);
        assert_int_not_equal(out[32 - i * 32], 1000);
        arena_free(run.arena);
    }
}

/* Lane i gets: ballot of odd lanes, value of lane i ^ 3, of lane i - 4 or its own, sum of all, peers with equal i / 8,
 * and within segments of 8 (c = 0x18 << 8 | 31, and 0x18 << 8 for up) the next lane's or its own. */
static void lanes_exchange_values(void **state) {
    (void)state;
    TestRun run = run_out(
        KERNEL
        "and.b32 %r4,%r1,1; setp.eq.u32 %p1,%r4,1; vote.sync.ballot.b32 %r5,%p1,-1; popc.b32 %r5,%r5;\n"
        "shfl.sync.bfly.b32 %r6,%r1,3,31,-1; shfl.sync.up.b32 %r7|%p2,%r1,4,0x1800,-1; selp.u32 %r8,1000,0,%p2;\n"
        "redux.sync.add.u32 %r9,%r1,-1; shr.u32 %r10,%r1,3; match.any.sync.b32 %r11,%r10,-1; popc.b32 %r11,%r11;\n"
        "shfl.sync.down.b32 %r12,%r1,1,0x181f,-1; vote.sync.all.pred %p3,%p1,-1; selp.u32 %r13,1,0,%p3; activemask.b32 "
        "%r14;\n"
        "popc.b32 %r14,%r14; mul.lo.u32 %r6,%r6,2; mul.lo.u32 %r7,%r7,3; mul.lo.u32 %r12,%r12,5;\n"
        "add.u32 %r5,%r5,%r6; add.u32 %r5,%r5,%r7; add.u32 %r5,%r5,%r8; add.u32 %r5,%r5,%r9; add.u32 %r5,%r5,%r11;\n"
        "add.u32 %r5,%r5,%r12; add.u32 %r5,%r5,%r13; add.u32 %r5,%r5,%r14;\n" STORE("%r5") "ret; }",
        1, 32);
    test_expect(&run, RUN_FINISHED);
    for (int i = 0; i < 32; i++) {
        int up = i % 8 >= 4 ? i - 4 : i, down = i % 8 == 7 ? i : i + 1;
        assert_int_equal(out[i], 16 + 2 * (i ^ 3) + 3 * up + (i % 8 >= 4 ? 1000 : 0) + 496 + 8 + 5 * down + 0 + 32);
    }
    arena_free(run.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_that_exit_within_a_branch_do_not_come_back_where_it_joins),
        cmocka_unit_test(a_loop_with_a_branch_inside_gives_each_lane_its_own_count),
        cmocka_unit_test(nested_loops_break_and_continue_lane_by_lane),
        cmocka_unit_test(lanes_that_leave_early_do_not_take_the_others_along),
        cmocka_unit_test(instructions_and_branches_are_counted_as_executed),
        cmocka_unit_test(recursion_keeps_registers_and_local_memory_of_each_call),
        cmocka_unit_test(endless_recursion_is_a_finding),
        cmocka_unit_test(lanes_may_call_different_functions_through_pointers),
        cmocka_unit_test(a_jump_table_sends_each_lane_its_way),
        cmocka_unit_test(barriers_reduce_over_the_block),
        cmocka_unit_test(a_barrier_that_half_a_warp_reaches_stops_the_launch),
        cmocka_unit_test(threads_that_have_ended_are_not_waited_for),
        cmocka_unit_test(warps_that_wait_for_ever_are_a_deadlock),
        cmocka_unit_test(a_named_barrier_waits_for_its_own_count),
        cmocka_unit_test(the_schedule_says_how_far_warps_are_apart),
        cmocka_unit_test(a_barrier_that_counts_opens_with_its_last_arrival),
        cmocka_unit_test(lanes_exchange_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
