/* Loads of shared memory that are checked together: which of them may be, and that each still loads what it says. */
#include <math.h>

#include "metric_names.h"
#include "sim_testing.h"

enum { THREADS = 64, WORDS = 512, ROUNDS = 6 };

static uint32_t out[THREADS];

static const char in_words[] = "mul.lo.u32 %r4,%r3,3;", in_floats[] = "cvt.rn.f32.u32 %f1,%r3; mov.b32 %r4,%f1;";

/* Fills 512 words with their numbers times three, or with their numbers as floats, and then executes `body` ROUNDS
 * times. %d1 is the address of the thread's word, %d2 that of word 0, %r1 the thread, %r2 the round, %r9 the sum that
 * is stored at the end. */
static TestRun run_filled(const char *fill, const char *body) {
    static Buffer buffer = {"out", SCALAR_U32, THREADS, out, true, NULL};
    static Arg arg = {.kind = ARG_BUFFER, .name = "out"};
    memset(out, 0, sizeof out);
    Text ptx = {0};
    text_printf(
        &ptx,
        PTX_HEAD
        ".visible .entry k(.param .u64 p) {\n"
        ".reg .b32 %%r<30>; .reg .b64 %%d<20>; .reg .pred %%p<9>; .reg .f32 %%f<20>; .shared .align 8 .b8 tile[%d];\n"
        "mov.u32 %%r1,%%tid.x; mov.u64 %%d2,tile; mul.wide.u32 %%d3,%%r1,4; add.u64 %%d1,%%d2,%%d3;\n"
        "mov.u32 %%r3,%%r1; mov.u64 %%d4,%%d1;\n"
        "FILL: %s st.shared.u32 [%%d4],%%r4; add.u32 %%r3,%%r3,%d;\n"
        "add.u64 %%d4,%%d4,%d; setp.lt.u32 %%p1,%%r3,%d; @%%p1 bra FILL; bar.sync 0;\n"
        "mov.u32 %%r2,0; mov.u32 %%r9,0;\n"
        "ROUND: %s\n"
        "add.u32 %%r2,%%r2,1; setp.lt.u32 %%p1,%%r2,%d; @%%p1 bra ROUND;\n"
        "ld.param.u64 %%d5,[p]; add.u64 %%d5,%%d5,%%d3; st.global.u32 [%%d5],%%r9; ret; }",
        WORDS * 4, fill, THREADS, THREADS * 4, WORDS, body, ROUNDS);
    Arena *arena = arena_new();
    TestRun run = test_run(text_take(&ptx, arena), "k", 1, THREADS);
    arena_free(run.arena);
    run.arena = arena;
    run.launch.buffers = &buffer;
    run.launch.args = &arg;
    run.launch.buffer_count = run.launch.arg_count = 1;
    test_expect(&run, RUN_FINISHED);
    assert_int_equal(run.result.finding_count, 0);
    return run;
}

static TestRun run_body(const char *body) {
    return run_filled(in_words, body);
}

static void expect_loads(TestRun *run, double requests) {
    assert_true(run->result.metrics.value[METRIC_SHARED_LOAD_REQUESTS] == requests * ROUNDS * THREADS / 32);
    arena_free(run->arena);
}

static uint32_t word(uint32_t number) {
    return 3 * number;
}

static void an_address_that_changes_ends_a_group(void **state) {
    (void)state;
    TestRun run = run_body("mov.u64 %d6,%d1;\n"
                           "ld.shared.u32 %r10,[%d6]; ld.shared.u32 %r11,[%d6+4]; ld.shared.u32 %r12,[%d2+8];\n"
                           "add.u64 %d6,%d6,256;\n"
                           "ld.shared.u32 %r13,[%d6]; ld.shared.u32 %r14,[%d6+4]; ld.shared.u32 %r15,[%d2];\n"
                           "add.u32 %r9,%r9,%r10; add.u32 %r9,%r9,%r11; add.u32 %r9,%r9,%r12;\n"
                           "add.u32 %r9,%r9,%r13; add.u32 %r9,%r9,%r14; add.u32 %r9,%r9,%r15;");
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(out[t], ROUNDS * (word(t) + word(t + 1) + word(2) + word(t + 64) + word(t + 65)));
    expect_loads(&run, 6);
}

static void a_loaded_value_may_be_an_address_only_after_the_group(void **state) {
    (void)state;
    TestRun run = run_body("ld.shared.u32 %r10,[%d1]; ld.shared.u32 %r11,[%d1+4]; ld.shared.u32 %r12,[%d1+8];\n"
                           "add.u32 %r16,%r10,%r2; mul.wide.u32 %d6,%r16,4; add.u64 %d6,%d6,%d2;\n"
                           "ld.shared.u32 %r13,[%d6]; ld.shared.u32 %r14,[%d6+4];\n"
                           "add.u32 %r9,%r9,%r11; add.u32 %r9,%r9,%r12; add.u32 %r9,%r9,%r13; add.u32 %r9,%r9,%r14;");
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++)
            sum += word(t + 1) + word(t + 2) + word(word(t) + i) + word(word(t) + i + 1);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 5);
}

static void a_guarded_load_is_in_no_group(void **state) {
    (void)state;
    TestRun run = run_body("setp.lt.u32 %p2,%r1,40; mov.u32 %r10,0;\n"
                           "@%p2 ld.shared.u32 %r10,[%d1];\n"
                           "ld.shared.u32 %r11,[%d1+4]; ld.shared.u32 %r12,[%d1+8]; ld.shared.u32 %r13,[%d1+12];\n"
                           "add.u32 %r9,%r9,%r10; add.u32 %r9,%r9,%r11; add.u32 %r9,%r9,%r12; add.u32 %r9,%r9,%r13;");
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(out[t], ROUNDS * ((t < 40 ? word(t) : 0) + word(t + 1) + word(t + 2) + word(t + 3)));
    expect_loads(&run, 4);
}

static void more_addresses_than_a_group_has_make_two_groups(void **state) {
    (void)state;
    Text body = {0};
    for (int i = 0; i < 7; i++) text_printf(&body, "add.u64 %%d%d,%%d1,%d;\n", 6 + i, 16 * i);
    for (int i = 0; i < 14; i++)
        text_printf(&body, "ld.shared.u32 %%r%d,[%%d%d+%d];\n", 10 + i, 6 + i % 7, 4 * (i / 7));
    for (int i = 0; i < 14; i++) text_printf(&body, "add.u32 %%r9,%%r9,%%r%d;\n", 10 + i);
    TestRun run = run_body(body.data);
    text_free(&body);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < 14; i++) sum += word(t + 4 * (i % 7) + i / 7);
        assert_int_equal(out[t], ROUNDS * sum);
    }
    expect_loads(&run, 14);
}

/* Each round the addresses are 5 words further: the loads' shape stays, the place does not. */
static void a_group_follows_its_addresses(void **state) {
    (void)state;
    TestRun run = run_body("mul.wide.u32 %d6,%r2,20; add.u64 %d6,%d6,%d1;\n"
                           "ld.shared.u32 %r10,[%d6]; add.u32 %r9,%r9,%r10; ld.shared.u32 %r11,[%d6+64];\n"
                           "add.u32 %r9,%r9,%r11; ld.shared.u32 %r12,[%d2+128]; add.u32 %r9,%r9,%r12;\n"
                           "ld.shared.u32 %r13,[%d6+1280]; add.u32 %r9,%r9,%r13;");
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++)
            sum += word(t + 5 * i) + word(t + 5 * i + 16) + word(32) + word(t + 5 * i + 320);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 4);
}

/* The pairs of load/pairs.c: within a group and outside, with a sign and without, whichever operand the product is. */
static void a_product_may_be_added_within_a_group(void **state) {
    (void)state;
    TestRun run = run_body("sub.u32 %r16,%r2,3;\n"
                           "ld.shared.u32 %r10,[%d1]; mul.wide.s32 %d6,%r16,4; add.u64 %d7,%d6,%d1;\n"
                           "ld.shared.u32 %r11,[%d1+4]; mul.wide.u32 %d8,%r2,%r1; add.u64 %d10,%d2,%d8;\n"
                           "ld.shared.u32 %r12,[%d1+8]; cvt.u32.u64 %r13,%d6; cvt.u32.u64 %r14,%d8;\n"
                           "ld.shared.u32 %r15,[%d7+64]; sub.u64 %d11,%d10,%d2; cvt.u32.u64 %r17,%d11;\n"
                           "mul.wide.s32 %d12,%r16,%r16; add.u64 %d13,%d12,%d12; cvt.u32.u64 %r18,%d13;\n"
                           "setp.lt.u32 %p2,%r1,40; mov.u64 %d14,0;\n"
                           "@%p2 mul.wide.u32 %d14,%r1,8; add.u64 %d14,%d14,%d12;\n"
                           "cvt.u32.u64 %r19,%d14;\n"
                           "add.u32 %r9,%r9,%r10; add.u32 %r9,%r9,%r11; add.u32 %r9,%r9,%r12; add.u32 %r9,%r9,%r13;\n"
                           "add.u32 %r9,%r9,%r14; add.u32 %r9,%r9,%r15; add.u32 %r9,%r9,%r17; add.u32 %r9,%r9,%r18;\n"
                           "add.u32 %r9,%r9,%r19;");
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t sum = 0;
        for (uint32_t i = 0; i < ROUNDS; i++)
            sum += word(t) + word(t + 1) + word(t + 2) + 4 * (i - 3) + i * t + word(t + i - 3 + 16) + i * t +
                   3 * (i - 3) * (i - 3) + (t < 40 ? 8 * t : 0);
        assert_int_equal(out[t], sum);
    }
    expect_loads(&run, 4);
}

static void products_of_loads_are_added_up(void **state) {
    (void)state;
    TestRun run =
        run_filled(in_floats, "mov.b32 %f9,%r9; setp.eq.u32 %p2,%r1,3; @%p2 mov.f32 %f9,0f7FC12345;\n"
                              "ld.shared.f32 %f1,[%d1]; ld.shared.f32 %f2,[%d2+28]; fma.rn.f32 %f3,%f1,%f2,%f9;\n"
                              "ld.shared.f32 %f4,[%d1+4]; ld.shared.f32 %f5,[%d2+8]; fma.rn.f32 %f6,%f5,%f4,%f3;\n"
                              "ld.shared.f32 %f7,[%d1+256]; ld.shared.f32 %f8,[%d1+40];\n"
                              "fma.rn.f32 %f9,%f7,%f8,%f6; mov.b32 %r9,%f9;");
    for (uint32_t t = 0; t < THREADS; t++) {
        float sum = 0, x = (float)t;
        for (int i = 0; i < ROUNDS; i++) sum = fmaf(x + 64, x + 10, fmaf(x + 1, 2, fmaf(x, 7, sum)));
        assert_int_equal(out[t], t == 3 ? 0x7fffffff : bits_of_float(sum));
    }
    expect_loads(&run, 6);
}

static void what_else_is_read_of_products_is_there(void **state) {
    (void)state;
    TestRun run =
        run_filled(in_floats, "mov.b32 %f9,%r9;\n"
                              "ld.shared.f32 %f1,[%d1]; ld.shared.f32 %f2,[%d2+28]; fma.rn.f32 %f3,%f1,%f2,%f9;\n"
                              "ld.shared.f32 %f4,[%d1+4]; ld.shared.f32 %f5,[%d2+8]; fma.rn.f32 %f6,%f5,%f4,%f3;\n"
                              "ld.shared.f32 %f7,[%d1+256]; ld.shared.f32 %f8,[%d1+40];\n"
                              "fma.rn.f32 %f9,%f7,%f8,%f6; fma.rn.f32 %f9,%f4,%f3,%f9;\n"
                              "ld.shared.f32 %f10,[%d1+12]; ld.shared.f32 %f11,[%d1+12];\n"
                              "fma.rn.f32 %f12,%f10,%f10,%f11; add.f32 %f9,%f9,%f12; mov.b32 %r9,%f9;");
    for (uint32_t t = 0; t < THREADS; t++) {
        float sum = 0, x = (float)t;
        for (int i = 0; i < ROUNDS; i++) {
            float first = fmaf(x, 7, sum), third = fmaf(x + 64, x + 10, fmaf(x + 1, 2, first));
            sum = fmaf(x + 1, first, third) + fmaf(x + 3, x + 3, x + 3);
        }
        assert_int_equal(out[t], bits_of_float(sum));
    }
    expect_loads(&run, 8);
    run = run_filled(in_floats, "mov.b32 %f9,%r9;\n"
                                "ld.shared.f32 %f1,[%d1]; ld.shared.f32 %f2,[%d2+28]; fma.rn.f32 %f3,%f1,%f2,%f9;\n"
                                "ld.shared.f32 %f4,[%d1+4]; ld.shared.f32 %f5,[%d2+8]; fma.rn.f32 %f6,%f5,%f4,%f3;\n"
                                "add.f32 %f9,%f6,%f3; mov.b32 %r9,%f9;");
    for (uint32_t t = 0; t < THREADS; t++) {
        float sum = 0, x = (float)t;
        for (int i = 0; i < ROUNDS; i++) {
            float first = fmaf(x, 7, sum);
            sum = fmaf(x + 1, 2, first) + first;
        }
        assert_int_equal(out[t], bits_of_float(sum));
    }
    expect_loads(&run, 4);
}

/* The first product's sum and the next one's are one register. */
static void products_may_be_added_where_lanes_are_inactive(void **state) {
    (void)state;
    TestRun run =
        run_filled(in_floats, "mov.b32 %f9,%r9; setp.ge.u32 %p2,%r1,40; @%p2 bra SKIP;\n"
                              "ld.shared.f32 %f1,[%d1]; ld.shared.f32 %f2,[%d2+28]; fma.rn.f32 %f9,%f1,%f2,%f9;\n"
                              "ld.shared.f32 %f4,[%d1+4]; ld.shared.f32 %f5,[%d2+8]; fma.rn.f32 %f9,%f5,%f4,%f9;\n"
                              "SKIP: mov.b32 %r9,%f9;");
    for (uint32_t t = 0; t < THREADS; t++) {
        float sum = 0;
        for (int i = 0; i < ROUNDS && t < 40; i++) sum = fmaf((float)t + 1, 2, fmaf((float)t, 7, sum));
        assert_int_equal(out[t], bits_of_float(sum));
    }
    expect_loads(&run, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_that_changes_ends_a_group),
        cmocka_unit_test(a_loaded_value_may_be_an_address_only_after_the_group),
        cmocka_unit_test(a_guarded_load_is_in_no_group),
        cmocka_unit_test(more_addresses_than_a_group_has_make_two_groups),
        cmocka_unit_test(a_group_follows_its_addresses),
        cmocka_unit_test(a_product_may_be_added_within_a_group),
        cmocka_unit_test(products_of_loads_are_added_up),
        cmocka_unit_test(what_else_is_read_of_products_is_there),
        cmocka_unit_test(products_may_be_added_where_lanes_are_inactive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
