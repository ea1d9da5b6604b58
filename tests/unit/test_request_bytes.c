/* The bytes that lanes ask for: kernels of several widths, counted by hand. */
#include <stdlib.h>

#include "metric_names.h"
#include "sim_testing.h"

enum { BLOCKS = 3, THREADS = 40, ALL = BLOCKS * THREADS, FEW = 5 * BLOCKS, FIRST_LINE = 10, SPACES = 6 };

/* One instruction, which every thread reaches, and what it asks for in all. %d1 and %r1 are 16 bytes of global and of
 * shared memory for each thread, %d2 the same shared ones by a generic address; %p1 holds in five threads of a block,
 * %p2 in none. */
typedef struct Case {
    const char *ptx;
    int shared_load, shared_store, global_load, global_store, shared_atomic, global_atomic;
} Case;

static const Case cases[] = {
    {"ld.global.u8 %r2,[%d1];", 0, 0, ALL * 1, 0, 0, 0},
    {"ld.global.u16 %h1,[%d1];", 0, 0, ALL * 2, 0, 0, 0},
    {"ld.global.u32 %r2,[%d1];", 0, 0, ALL * 4, 0, 0, 0},
    {"ld.global.u64 %d3,[%d1];", 0, 0, ALL * 8, 0, 0, 0},
    {"ld.global.v2.u32 {%r2,%r3},[%d1];", 0, 0, ALL * 8, 0, 0, 0},
    {"ld.global.v4.u8 {%r2,%r3,%r4,%r5},[%d1];", 0, 0, ALL * 4, 0, 0, 0},
    {"ld.global.v4.u32 {%r2,%r3,%r4,%r5},[%d1];", 0, 0, ALL * 16, 0, 0, 0},
    {"ld.global.v2.u64 {%d3,%d4},[%d1];", 0, 0, ALL * 16, 0, 0, 0},
    {"@%p1 ld.global.u32 %r2,[%d1];", 0, 0, FEW * 4, 0, 0, 0},
    {"@%p1 ld.global.v4.u32 {%r2,%r3,%r4,%r5},[%d1];", 0, 0, FEW * 16, 0, 0, 0},
    {"@%p2 ld.global.u32 %r2,[%d1];", 0, 0, 0, 0, 0, 0},
    {"ld.u32 %r2,[%d1];", 0, 0, ALL * 4, 0, 0, 0},
    {"ld.global.u32 %r2,[%d5];", 0, 0, ALL * 4, 0, 0, 0}, /* all lanes one word: each asks for it */
    {"st.global.u16 [%d1],%h1;", 0, 0, 0, ALL * 2, 0, 0},
    {"st.global.v2.u64 [%d1],{%d3,%d4};", 0, 0, 0, ALL * 16, 0, 0},
    {"@%p1 st.global.u8 [%d1],%r2;", 0, 0, 0, FEW * 1, 0, 0},
    {"st.u32 [%d1],%r2;", 0, 0, 0, ALL * 4, 0, 0},
    {"st.shared.u16 [%r1],%h1;", 0, ALL * 2, 0, 0, 0, 0},
    {"st.shared.u32 [%r1],%r2;", 0, ALL * 4, 0, 0, 0, 0},
    {"st.shared.v4.u32 [%r1],{%r2,%r3,%r4,%r5};", 0, ALL * 16, 0, 0, 0, 0},
    {"@%p1 st.shared.u64 [%r1],%d3;", 0, FEW * 8, 0, 0, 0, 0},
    {"st.u64 [%d2],%d3;", 0, ALL * 8, 0, 0, 0, 0},
    {"ld.shared.u8 %r2,[%r1];", ALL * 1, 0, 0, 0, 0, 0},
    {"ld.shared.u32 %r2,[%r1];", ALL * 4, 0, 0, 0, 0, 0},
    {"ld.shared.v2.u32 {%r2,%r3},[%r1];", ALL * 8, 0, 0, 0, 0, 0},
    {"@!%p1 ld.shared.v2.u32 {%r2,%r3},[%r1];", (ALL - FEW) * 8, 0, 0, 0, 0, 0},
    {"ld.u32 %r2,[%d2];", ALL * 4, 0, 0, 0, 0, 0},
    {"atom.shared.add.u32 %r2,[%r1],1;", 0, 0, 0, 0, ALL * 4, 0},
    {"red.shared.add.u32 [%r1],1;", 0, 0, 0, 0, ALL * 4, 0},
    {"red.shared.add.u32 [tile],1;", 0, 0, 0, 0, ALL * 4, 0}, /* all lanes one word */
    {"@%p1 red.shared.add.u32 [%r1],1;", 0, 0, 0, 0, FEW * 4, 0},
    {"@%p2 red.shared.add.u32 [%r1],1;", 0, 0, 0, 0, 0, 0},
    {"atom.shared.exch.b64 %d3,[%r1],%d4;", 0, 0, 0, 0, ALL * 8, 0},
    {"atom.add.u32 %r2,[%d2],1;", 0, 0, 0, 0, ALL * 4, 0},
    {"red.global.add.u32 [%d1],1;", 0, 0, 0, 0, 0, ALL * 4},
    {"red.global.add.u32 [%d5],1;", 0, 0, 0, 0, 0, ALL * 4},
    {"@%p1 atom.global.add.u64 %d3,[%d1],1;", 0, 0, 0, 0, 0, FEW * 8},
    {"atom.global.cas.b16 %h1,[%d1],%h1,%h1;", 0, 0, 0, 0, 0, ALL * 2},
    {"red.add.u32 [%d1],1;", 0, 0, 0, 0, 0, ALL * 4},
    {"ld.param.u64 %d3,[g];", 0, 0, 0, 0, 0, 0},
    {"cp.async.ca.shared.global [%r1],[%d1],4; cp.async.wait_all;", 0, ALL * 4, ALL * 4, 0, 0, 0},
    {"@%p1 cp.async.ca.shared.global [%r1],[%d1],8; cp.async.wait_all;", 0, FEW * 8, FEW * 8, 0, 0, 0},
    /* 5 bytes taken, the rest filled with zeros */
    {"cp.async.cg.shared.global [%r1],[%d1],16,5; cp.async.wait_all;", 0, ALL * 16, ALL * 5, 0, 0, 0},
    {"cp.async.cg.shared.global [%r1],[%d1],16,0; cp.async.wait_all;", 0, ALL * 16, 0, 0, 0, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static const Metric metric[SPACES] = {METRIC_SHARED_LOAD_BYTES,   METRIC_SHARED_STORE_BYTES,
                                      METRIC_GLOBAL_LOAD_BYTES,   METRIC_GLOBAL_STORE_BYTES,
                                      METRIC_SHARED_ATOMIC_BYTES, METRIC_GLOBAL_ATOMIC_BYTES};

/* Each case on a line of its own, all of them `rounds` times. */
static char *kernel(int rounds) {
    Text ptx = {0};
    text_printf(&ptx,
                PTX_HEAD ".file 1 \"test.cu\"\n.visible .entry k(.param .u64 g) { .reg .b16 %%h<2>; .reg .b32 %%r<9>; "
                         ".reg .b64 %%d<9>; .reg .pred %%p<4>; .shared .align 16 .b8 tile[%d];\n.loc 1 1 1\n"
                         "mov.u32 %%r6,%%tid.x; mov.u32 %%r7,%%ctaid.x; mad.lo.u32 %%r7,%%r7,%d,%%r6;\n"
                         "ld.param.u64 %%d5,[g]; mul.wide.u32 %%d1,%%r7,16; add.u64 %%d1,%%d1,%%d5;\n"
                         "mov.u32 %%r1,tile; mad.lo.u32 %%r1,%%r6,16,%%r1; cvt.u64.u32 %%d2,%%r1; "
                         "cvta.shared.u64 %%d2,%%d2;\n"
                         "setp.lt.u32 %%p1,%%r6,5; setp.gt.u32 %%p2,%%r6,1000; mov.u32 %%r8,0;\n"
                         "mov.u32 %%r2,0; mov.u32 %%r3,0; mov.u32 %%r4,0; mov.u32 %%r5,0; mov.u16 %%h1,0; "
                         "mov.u64 %%d3,0; mov.u64 %%d4,0;\nAGAIN:\n",
                THREADS * 16, THREADS);
    for (int i = 0; i < CASES; i++) text_printf(&ptx, ".loc 1 %d 1\n%s\n", FIRST_LINE + i, cases[i].ptx);
    text_printf(&ptx, ".loc 1 2 1\nadd.u32 %%r8,%%r8,1; setp.lt.u32 %%p3,%%r8,%d; @%%p3 bra AGAIN; ret; }", rounds);
    return ptx.data;
}

static const Metrics *line_of(const Result *result, int line) {
    for (size_t i = 0; i < result->line_count; i++)
        if (result->lines[i].loc.line == line) return &result->lines[i].metrics;
    return NULL;
}

static void check(int rounds, const char *lanes, bool skip_races) {
    static uint8_t bytes[ALL * 16];
    char *ptx = kernel(rounds);
    Buffer buffer = {.name = "g", .type = SCALAR_U8, .count = sizeof bytes, .bytes = bytes};
    const Arg arg = {.kind = ARG_BUFFER, .name = "g"};
    TestRun run = test_run(ptx, "k", BLOCKS, THREADS);
    run.launch.buffers = &buffer;
    run.launch.args = &arg;
    run.launch.buffer_count = run.launch.arg_count = 1;
    run.launch.lanes = lanes;
    run.launch.skip_races = skip_races;
    test_expect(&run, RUN_FINISHED);
    double total[SPACES] = {0};
    for (int i = 0; i < CASES; i++) {
        const int wanted[SPACES] = {cases[i].shared_load,  cases[i].shared_store,  cases[i].global_load,
                                    cases[i].global_store, cases[i].shared_atomic, cases[i].global_atomic};
        const Metrics *line = line_of(&run.result, FIRST_LINE + i);
        for (int s = 0; s < SPACES; s++) {
            double seen = line != NULL && line->known[metric[s]] ? line->value[metric[s]] : 0;
            if (seen != (double)rounds * wanted[s])
                fail_msg("%s, %d rounds: %s is %g, not %d", cases[i].ptx, rounds, metric_info[metric[s]].name, seen,
                         rounds * wanted[s]);
            total[s] += seen;
        }
    }
    for (int s = 0; s < SPACES; s++) assert_true(run.result.metrics.value[metric[s]] == total[s]);
    arena_free(run.arena);
    free(ptx);
}

static void active_lanes_ask_for_the_width_of_the_access(void **state) {
    (void)state;
    check(1, NULL, false);
}

/* From the second round on the instructions recall the shape of their requests. */
static void recalled_requests_ask_for_as_much(void **state) {
    (void)state;
    check(20, NULL, true);
    check(20, "plain", true);
    check(20, NULL, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(active_lanes_ask_for_the_width_of_the_access),
        cmocka_unit_test(recalled_requests_ask_for_as_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
