/* Accesses of global memory at base + index * 4 (load/indexed.c): each takes the address that its instructions say. */
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim_testing.h"

enum { THREADS = 64, WORDS = 1024, ROUNDS = 8 };

static uint32_t data[WORDS], out[THREADS];

/* Executes `body` ROUNDS times. %d1 is the address of `data`, whose words are their numbers times three, %r1 the
 * thread, %r2 the round, %r9 the sum that is stored at the end. */
static TestRun run_body(const char *body, bool stores, RunStatus status) {
    static Buffer buffers[] = {{"data", SCALAR_U32, WORDS, data, false, NULL},
                               {"out", SCALAR_U32, THREADS, out, true, NULL}};
    static Arg args[] = {{.kind = ARG_BUFFER, .name = "data"}, {.kind = ARG_BUFFER, .buffer = 1, .name = "out"}};
    buffers[0].output = stores; /* else its reads need not be watched for races */
    memset(out, 0, sizeof out);
    for (uint32_t i = 0; i < WORDS; i++) data[i] = 3 * i;
    Text ptx = {0};
    text_printf(&ptx,
                PTX_HEAD ".visible .entry k(.param .u64 p, .param .u64 q) {\n"
                         ".reg .b32 %%r<30>; .reg .b64 %%d<30>; .reg .pred %%p<9>;\n"
                         "ld.param.u64 %%d1,[p]; ld.param.u64 %%d2,[q]; mov.u32 %%r1,%%tid.x;\n"
                         "mov.u32 %%r2,0; mov.u32 %%r9,0;\n"
                         "ROUND: %s\n"
                         "add.u32 %%r2,%%r2,1; setp.lt.u32 %%p1,%%r2,%d; @%%p1 bra ROUND;\n"
                         "mul.wide.u32 %%d3,%%r1,4; add.u64 %%d3,%%d2,%%d3; st.global.u32 [%%d3],%%r9; ret; }",
                body, ROUNDS);
    Arena *arena = arena_new();
    TestRun run = test_run(text_take(&ptx, arena), "k", 1, THREADS);
    arena_free(run.arena);
    run.arena = arena;
    run.launch.buffers = buffers;
    run.launch.args = args;
    run.launch.buffer_count = run.launch.arg_count = 2;
    test_expect(&run, status);
    return run;
}

static void expect_loads(TestRun *run, double requests) {
    assert_int_equal(run->result.finding_count, 0);
    assert_true(run->result.metrics.value[METRIC_GLOBAL_LOAD_REQUESTS] == requests * ROUNDS * THREADS / 32);
    arena_free(run->arena);
}

static uint32_t word(uint32_t number) {
    return 3 * number;
}

static void indices_may_have_a_sign(void **state) {
    (void)state;
    TestRun run = run_body("add.s32 %r10,%r1,%r2; sub.s32 %r10,%r10,100;\n"
                           "mul.wide.s32 %d5,%r10,4; add.s64 %d6,%d1,%d5; ld.global.u32 %r11,[%d6+2048];\n"
                           "add.u32 %r9,%r9,%r11;",
                           false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++) sum += word(t + i + 412);
        assert_int_equal(out[t], sum);
    }
    assert_true(run.result.metrics.value[METRIC_GLOBAL_LOAD_SECTORS_MAX] == 5); /* 4 where a sector begins */
    expect_loads(&run, 1);
}

/* The indices go down by 8 each round, from 63 - lane. As unsigned ones they wrap around in the last lane first, to
 * 16 GiB behind the base; as signed ones they go on below it. */
static const char descends[] =
    "shl.b32 %%r10,%%r2,3; and.b32 %%r12,%%r1,31; add.u32 %%r10,%%r10,%%r12; sub.u32 %%r10,63,%%r10;\n"
    "mul.wide.%s %%d5,%%r10,4; add.u64 %%d6,%%d5,%%d1; ld.global.u32 %%r11,[%%d6+2048];\n"
    "add.u32 %%r9,%%r9,%%r11;";

static void an_index_without_a_sign_wraps_around(void **state) {
    (void)state;
    char body[512];
    snprintf(body, sizeof body, descends, "u32");
    TestRun run = run_body(body, false, RUN_STOPPED);
    assert_int_equal(run.result.findings[0].kind, FINDING_OUT_OF_BOUNDS);
    arena_free(run.arena);
}

static void an_index_with_a_sign_does_not(void **state) {
    (void)state;
    char body[512];
    snprintf(body, sizeof body, descends, "s32");
    TestRun run = run_body(body, false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++) sum += word(63 - t % 32 - 8 * i + 512);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 1);
}

/* Addresses are computed before any of them is used, rows get other uses meanwhile, and an index changes. */
static void computations_may_lie_apart_from_their_loads(void **state) {
    (void)state;
    TestRun run = run_body("add.u32 %r12,%r1,%r2; add.u32 %r10,%r12,7; mul.wide.u32 %d5,%r10,4; add.u64 %d6,%d1,%d5;\n"
                           "mul.wide.u32 %d7,%r12,4; add.u64 %d8,%d1,%d7; ld.global.u32 %r13,[%d8];\n"
                           "add.u32 %r12,%r12,100; mul.wide.u32 %d9,%r12,4; add.u64 %d10,%d9,%d1;\n"
                           "ld.global.u32 %r14,[%d6]; add.u32 %r12,%r12,200; ld.global.u32 %r15,[%d10+4];\n"
                           "add.u32 %r9,%r9,%r13; add.u32 %r9,%r9,%r14; add.u32 %r9,%r9,%r15;",
                           false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++) sum += word(t + i + 7) + word(t + i) + word(t + i + 101);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 3);
}

/* Addresses of three words, then the words in the same order: each computation moves past the accesses before it. */
static void accesses_may_follow_all_computations(void **state) {
    (void)state;
    TestRun run = run_body("add.u32 %r10,%r1,%r2; add.u32 %r12,%r1,%r2; add.u32 %r13,%r12,50; xor.b32 %r14,%r12,1;\n"
                           "mul.wide.u32 %d5,%r10,4; add.u64 %d6,%d1,%d5;\n"
                           "mul.wide.u32 %d7,%r13,4; add.u64 %d8,%d1,%d7;\n"
                           "mul.wide.u32 %d9,%r14,4; add.u64 %d10,%d1,%d9;\n"
                           "ld.global.u32 %r15,[%d6]; ld.global.u32 %r16,[%d8+4]; ld.global.u32 %r17,[%d10+400];\n"
                           "add.u32 %r9,%r9,%r15; mad.lo.u32 %r9,%r16,2,%r9; mad.lo.u32 %r9,%r17,3,%r9;",
                           false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++) sum += word(t + i) + 2 * word(t + i + 51) + 3 * word(((t + i) ^ 1) + 100);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 3);
}

/* Words at thread + round + a constant: four instructions each, those of several words mixed in random order. */
enum { CHAINS = 5, PARTS = 4, ORDERS = 300 };

static void write_part(Text *body, int chain, int part) {
    int r = 10 + 2 * chain, d = 5 + 2 * chain;
    if (part == 0) text_printf(body, "add.u32 %%r%d,%%r3,%d;\n", r, 40 * chain);
    if (part == 1) text_printf(body, "mul.wide.u32 %%d%d,%%r%d,4;\n", d, r);
    if (part == 2) text_printf(body, "add.u64 %%d%d,%%d1,%%d%d;\n", d + 1, d);
    if (part == 3) text_printf(body, "ld.global.u32 %%r%d,[%%d%d];\n", r + 1, d + 1);
}

static void computations_and_accesses_may_be_in_any_order(void **state) {
    (void)state;
    uint32_t random = 1;
    for (int order = 0; order < ORDERS; order++) {
        Text body = {0};
        int done[CHAINS] = {0};
        text_add(&body, "add.u32 %r3,%r1,%r2;\n");
        for (int left = CHAINS * PARTS; left > 0;) {
            random = random * 1664525 + 1013904223;
            int chain = (int)(random >> 16) % CHAINS;
            if (done[chain] == PARTS) continue;
            write_part(&body, chain, done[chain]++);
            left--;
        }
        for (int chain = 0; chain < CHAINS; chain++)
            text_printf(&body, "mad.lo.u32 %%r9,%%r%d,%d,%%r9;\n", 11 + 2 * chain, chain + 1);
        TestRun run = run_body(body.data, false, RUN_FINISHED);
        for (uint32_t t = 0; t < THREADS; t++) {
            uint32_t sum = 0;
            for (uint32_t i = 0; i < ROUNDS; i++)
                for (uint32_t chain = 0; chain < CHAINS; chain++) sum += (chain + 1) * word(t + i + 40 * chain);
            assert_int_equal(out[t], sum);
        }
        expect_loads(&run, CHAINS);
        text_free(&body);
    }
}

static void what_is_read_again_is_computed(void **state) {
    (void)state;
    TestRun run = run_body("add.u32 %r10,%r1,5; mul.wide.u32 %d5,%r10,4; add.u64 %d6,%d1,%d5;\n"
                           "ld.global.u32 %r11,[%d6]; ld.global.u32 %r12,[%d6+4]; add.u32 %r9,%r9,%r10;\n"
                           "mul.wide.u32 %d7,%r1,4; add.u64 %d8,%d1,%d7; ld.global.u32 %r13,[%d8];\n"
                           "cvt.u32.u64 %r14,%d7; add.u32 %r9,%r9,%r14;\n"
                           "add.u32 %r9,%r9,%r11; add.u32 %r9,%r9,%r12; add.u32 %r9,%r9,%r13;",
                           false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(out[t], ROUNDS * (t + 5 + word(t + 5) + word(t + 6) + word(t) + 4 * t));
    expect_loads(&run, 3);
}

static void some_lanes_may_be_inactive(void **state) {
    (void)state;
    TestRun run = run_body("setp.ge.u32 %p2,%r1,40; mov.u32 %r11,0; @%p2 bra SKIP;\n"
                           "add.u32 %r10,%r2,%r1; mul.wide.u32 %d5,%r10,4; add.u64 %d6,%d1,%d5;\n"
                           "ld.global.u32 %r11,[%d6];\n"
                           "SKIP: add.u32 %r9,%r9,%r11;",
                           false, RUN_FINISHED);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS && t < 40; i++) sum += word(t + i);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 1);
}

/* Each round the threads store to words of their own, in another order of lanes. */
static void stores_are_indexed_too(void **state) {
    (void)state;
    TestRun run = run_body("xor.b32 %r10,%r1,%r2; mad.lo.u32 %r10,%r2,64,%r10; add.u32 %r11,%r10,1000;\n"
                           "add.u32 %r12,%r10,64; mul.wide.u32 %d5,%r12,4; add.u64 %d6,%d1,%d5;\n"
                           "st.global.u32 [%d6],%r11;",
                           true, RUN_FINISHED);
    for (uint32_t i = 0; i < ROUNDS; i++)
        for (uint32_t t = 0; t < THREADS; t++) assert_int_equal(data[64 + 64 * i + (t ^ i)], 1000 + 64 * i + (t ^ i));
    assert_int_equal(data[64 * (ROUNDS + 1)], word(64 * (ROUNDS + 1)));
    expect_loads(&run, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_may_have_a_sign),
        cmocka_unit_test(an_index_without_a_sign_wraps_around),
        cmocka_unit_test(an_index_with_a_sign_does_not),
        cmocka_unit_test(computations_may_lie_apart_from_their_loads),
        cmocka_unit_test(accesses_may_follow_all_computations),
        cmocka_unit_test(computations_and_accesses_may_be_in_any_order),
        cmocka_unit_test(what_is_read_again_is_computed),
        cmocka_unit_test(some_lanes_may_be_inactive),
        cmocka_unit_test(stores_are_indexed_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
