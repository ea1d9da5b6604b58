/* Where turns end in random order: what other warps can do between two instructions of a thread, and that no lane is
 * lost where a turn ends. Expected values follow from the kernels. */
#include "sim_testing.h"

enum { SEEDS = 64, BLOCKS = 8, THREADS = 64 };
static int32_t out[BLOCKS * THREADS];

static TestRun kernel_with(const char *body) {
    static Buffer buffer = {.name = "out", .type = SCALAR_I32, .count = BLOCKS * THREADS, .bytes = out, .output = true};
    static const Arg arg = {.kind = ARG_BUFFER, .buffer = 0, .name = "out"};
    Arena *arena = arena_new();
    const char *ptx = arena_printf(arena,
                                   ".version 8.0\n.target sm_90\n.address_size 64\n"
                                   ".visible .entry k(.param .u64 p) {\n"
                                   ".reg .pred %%q; .reg .b32 %%r<8>; .reg .b64 %%d<4>; .shared .align 4 .b32 word;\n"
                                   "ld.param.u64 %%d0, [p]; mov.u32 %%r0, %%tid.x; mov.u32 %%r1, %%ctaid.x;\n"
                                   "%s\n"
                                   "mad.lo.s32 %%r1, %%r1, 64, %%r0; mul.wide.u32 %%d1, %%r1, 4;\n"
                                   "add.s64 %%d0, %%d0, %%d1; st.global.u32 [%%d0], %%r2; ret; }\n",
                                   body);
    TestRun run = test_run(ptx, "k", BLOCKS, THREADS);
    arena_free(run.arena);
    run.arena = arena;
    run.launch.buffers = &buffer;
    run.launch.buffer_count = 1;
    run.launch.args = &arg;
    run.launch.arg_count = 1;
    return run;
}

static void execute(TestRun *run, Schedule schedule, uint64_t seed, uint32_t workers) {
    memset(out, 0, sizeof out);
    run->launch.schedule = schedule;
    run->launch.seed = seed;
    run->launch.threads = workers;
    test_expect(run, RUN_FINISHED);
}

/* Thread 0 loads the word and stores it again, all threads of the other warp store 1: what they find in the end. */
#define LOAD_AND_STORE(between)                                                                                        \
    "mov.u32 %r3, 0; setp.eq.u32 %q, %r0, 0; @%q st.shared.u32 [word], %r3; bar.sync 0;\n"                             \
    "@!%q bra OTHERS; ld.shared.u32 %r3, [word]; " between " st.shared.u32 [word], %r3;\n"                             \
    "OTHERS: setp.lt.u32 %q, %r0, 32; @%q bra WAIT; mov.u32 %r3, 1; st.shared.u32 [word], %r3;\n"                      \
    "WAIT: bar.sync 0; ld.shared.u32 %r2, [word];"

static uint32_t blocks_that_lost_it(void) {
    uint32_t lost = 0;
    for (int block = 0; block < BLOCKS; block++) lost += out[block * THREADS] == 0;
    return lost;
}

static void a_store_of_another_warp_is_lost_between_a_load_and_the_store_behind_it(void **state) {
    (void)state;
    TestRun run = kernel_with(LOAD_AND_STORE(""));
    uint32_t seeds = 0, blocks = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        execute(&run, SCHEDULE_RANDOM, seed, 1);
        blocks += blocks_that_lost_it();
        seeds += blocks_that_lost_it() > 0;
    }
    print_message("lost in %u of %d seeds, in %u of %d blocks\n", seeds, SEEDS, blocks, SEEDS * BLOCKS);
    assert_true(seeds >= SEEDS / 2);
    assert_true(blocks < SEEDS * BLOCKS / 2); /* most turns go on: the warps still take turns of all lengths */
    arena_free(run.arena);
}

static void in_the_other_orders_a_turn_goes_on_behind_a_load(void **state) {
    (void)state;
    TestRun run = kernel_with(LOAD_AND_STORE(""));
    for (Schedule schedule = SCHEDULE_LOCKSTEP; schedule < SCHEDULE_COUNT; schedule++) {
        if (schedule == SCHEDULE_RANDOM) continue;
        execute(&run, schedule, 1, 1);
        assert_int_equal(blocks_that_lost_it(), 0);
    }
    arena_free(run.arena);
}

static void a_seed_gives_one_order_with_any_number_of_workers(void **state) {
    (void)state;
    TestRun run = kernel_with(LOAD_AND_STORE("add.u32 %r3, %r3, %r1;"));
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        int32_t alone[BLOCKS * THREADS];
        execute(&run, SCHEDULE_RANDOM, seed, 1);
        memcpy(alone, out, sizeof alone);
        execute(&run, SCHEDULE_RANDOM, seed, 3);
        assert_memory_equal(alone, out, sizeof alone);
    }
    arena_free(run.arena);
}

/* A volatile access by some lanes, after which the turn may end: the other lanes go on as well. */
static void lanes_that_a_predicate_holds_off_go_on_where_the_turn_ends(void **state) {
    (void)state;
    TestRun run = kernel_with("add.u32 %r2, %r0, 1; setp.eq.u32 %q, %r0, 5;\n"
                              "@%q st.volatile.shared.u32 [word], %r2; @%q st.volatile.shared.u32 [word], %r2;");
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        execute(&run, SCHEDULE_RANDOM, seed, 1);
        for (int i = 0; i < BLOCKS * THREADS; i++) assert_int_equal(out[i], i % THREADS + 1);
    }
    arena_free(run.arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_of_another_warp_is_lost_between_a_load_and_the_store_behind_it),
        cmocka_unit_test(in_the_other_orders_a_turn_goes_on_behind_a_load),
        cmocka_unit_test(a_seed_gives_one_order_with_any_number_of_workers),
        cmocka_unit_test(lanes_that_a_predicate_holds_off_go_on_where_the_turn_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
