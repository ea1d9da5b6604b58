/* PTX that no compiler writes, made so that a search over it would take minutes or hours: each is loaded within
 * seconds, whatever is said of it then. A test that does not end is ended by a signal, after a while of the processor's
 * time: how busy the machine is does not matter. */
#include <stdlib.h>
#include <sys/time.h>

#include "base/diag.h"
#include "ptx/depends.h"
#include "sim_testing.h"

enum { PATIENCE = 60 }; /* seconds; each takes about one */

static void allow(int seconds) {
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static int begin(void **state) {
    Text *ptx = malloc(sizeof *ptx);
    *ptx = (Text){0};
    *state = ptx;
    allow(PATIENCE);
    return ptx == NULL;
}

static int end(void **state) {
    allow(0);
    text_free(*state);
    free(*state);
    return 0;
}

static void head(Text *ptx, const char *declared) {
    text_printf(ptx, PTX_HEAD ".visible .entry k() {\n.shared .b32 s[4];\n.reg .pred %%p<9>;\n.reg .b64 %%d<9>;\n%s\n",
                declared);
}

static RunStatus load(Text *ptx) {
    text_printf(ptx, "ret;\n}\n");
    TestRun run = test_run(ptx->data, "k", 1, 32);
    run.launch.budget = 1000;
    test_execute(&run);
    RunStatus status = run.result.status;
    arena_free(run.arena);
    return status;
}

static void loaded(Text *ptx) {
    RunStatus status = load(ptx);
    assert_true(status == RUN_FINISHED || status == RUN_STOPPED);
}

static void many_registers_that_nobody_wrote(void **state) {
    head(*state, ".reg .b32 %x,%r<120000>;");
    for (int i = 0; i < 120000; i++) text_printf(*state, "mov.u32 %%x,%%r%d;\n", i);
    loaded(*state);
}

static void many_loads_that_nobody_uses_in_a_long_block(void **state) {
    head(*state, ".reg .b32 %z,%r<60000>;\nmov.u32 %z,0;");
    for (int i = 0; i < 60000; i++) text_printf(*state, "ld.shared.u32 %%r%d,[s];\nst.shared.u32 [s+4],%%z;\n", i);
    loaded(*state);
}

static void many_registers_that_live_at_once(void **state) {
    head(*state, ".reg .b32 %r<800000>;");
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 400000; i += 4)
            text_printf(*state,
                        round ? "st.shared.v4.u32 [s],{%%r%d,%%r%d,%%r%d,%%r%d};\n"
                              : "ld.shared.v4.u32 {%%r%d,%%r%d,%%r%d,%%r%d},[s];\n",
                        i, i + 1, i + 2, i + 3);
    assert_int_equal(load(*state), RUN_UNSUPPORTED);
}

static void blocks_in_the_opposite_order(void **state) {
    enum { BLOCKS = 64000, REGISTERS = 900 };
    head(*state, ".reg .b32 %x,%y,%r<1000>;");
    text_printf(*state, "bra L%d;\nL0: add.u32 %%x,%%y,1;\nbra E;\n", BLOCKS - 1);
    for (int i = 1; i < BLOCKS; i++) text_printf(*state, "L%d: bra L%d;\n", i, i - 1);
    text_printf(*state, "E:\n");
    for (int i = 0; i < REGISTERS; i++) text_printf(*state, "mov.u32 %%r%d,1;\n", i);
    loaded(*state);
}

static void table_of_branches(Text *ptx, const char *body) {
    head(ptx, ".reg .b32 %r,%x;\nmov.u32 %r,0;");
    text_printf(ptx, "A: %s\nT: .branchtargets A", body);
    for (int i = 1; i < 600000; i++) text_printf(ptx, ",A");
    text_printf(ptx, ";\nbrx.idx %%r,T;\n");
    assert_int_equal(load(ptx), RUN_STOPPED);
}

static void a_table_of_one_branch(void **state) {
    table_of_branches(*state, "");
}

static void a_table_of_one_branch_that_may_wait(void **state) {
    table_of_branches(*state, "ld.volatile.shared.u32 %x,[s];");
}

static void a_table_of_one_branch_around_a_barrier(void **state) {
    table_of_branches(*state, "bar.sync 0;");
}

static void add_tree(Text *ptx, int depth) {
    for (int i = 1; i <= depth; i++)
        text_printf(ptx, "bfi.b32 %%t%d,%%t%d,%%t%d,%%t%d,%%t%d;\n", i, i - 1, i - 1, i - 1, i - 1);
}

static void a_tree_of_operands_before_a_load_that_waits(void **state) {
    head(*state, ".reg .b32 %r,%t<20>,%x,%z;\nmov.u32 %r,1;\nmov.u32 %r,2;");
    text_printf(*state, "L: mov.u32 %%t0,%%r;\n");
    add_tree(*state, 11);
    text_printf(*state, "ld.volatile.shared.u32 %%x,[%%t11];\nsetp.ne.u32 %%p1,%%x,0;\n@%%p1 bra L;\n");
    for (int i = 0; i < 60000; i++) text_printf(*state, "mov.u32 %%z,1;\n");
    load(*state);
}

static void a_tree_of_operands_before_many_branches(void **state) {
    head(*state, ".reg .b32 %t<20>,%x;");
    text_printf(*state,
                "Q: ld.volatile.shared.u32 %%x,[s];\nsetp.ne.u32 %%p1,%%x,5;\n@%%p1 bra Q;\nmov.u32 %%t0,%%tid.x;\n");
    add_tree(*state, 6);
    text_printf(*state, "add.u32 %%t7,%%t6,%%x;\nsetp.eq.u32 %%p2,%%t7,7;\n");
    for (int i = 0; i < 6000; i++) text_printf(*state, "@%%p2 bra E;\n");
    for (int i = 0; i < 600; i++) text_printf(*state, "st.volatile.shared.u32 [s],1;\n");
    text_printf(*state, "E: ");
    load(*state);
}

static void add_moves(Text *ptx, int count) {
    head(ptx, ".reg .b32 %r<100001>;");
    for (int i = 0; i < count; i++) text_printf(ptx, "mov.u32 %%r%d,%%r%d;\n", i, i + 1);
    text_printf(ptx, "ld.shared.u32 %%r%d,[s];\nst.shared.u32 [s],%%r0;\nret;\n}\n", count);
}

static void a_chain_against_the_order_of_the_text_depends_on_memory(void **state) {
    Text *ptx = *state;
    add_moves(ptx, 100000);
    Arena *arena = arena_new();
    PtxSites sites;
    assert_true(ptx_sites_find(ptx->data, ptx->size, arena, &sites));
    const bool *constant = ptx_constant_stores(&sites, arena);
    for (size_t i = 0; i < sites.count; i++) assert_true(sites.sites[i].kind != PTX_SITE_STORE || !constant[i]);
    arena_free(arena);
}

static void places_whose_numbers_fit_together(void **state) {
    enum { FILES = 65000 };
    head(*state, "");
    for (int i = 1; i < FILES; i++) text_printf(*state, ".loc %d %d 1\n", i, 31 * (FILES + 3 - i));
    for (int i = 0; i < 2000000; i++) text_printf(*state, ".loc %d %d 1\n", FILES - 1, 31 * 4);
    loaded(*state);
}

static void more_parameters_than_a_frame_holds(void **state) {
    head(*state, "");
    for (int i = 0; i < 1200; i++) text_printf(*state, "{ .param .align 4 .b8 q[4096]; st.param.b32 [q],1; }\n");
    text_printf(*state, "ret;\n}\n");
    TestRun run = test_run(((Text *)*state)->data, "k", 1, 32);
    test_expect(&run, RUN_UNSUPPORTED);
    assert_non_null(strstr(run.result.error, "so many bytes of parameters"));
    arena_free(run.arena);
}

int main(void) {
#define CASE(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        CASE(many_registers_that_nobody_wrote),
        CASE(many_loads_that_nobody_uses_in_a_long_block),
        CASE(many_registers_that_live_at_once),
        CASE(blocks_in_the_opposite_order),
        CASE(a_table_of_one_branch),
        CASE(a_table_of_one_branch_that_may_wait),
        CASE(a_table_of_one_branch_around_a_barrier),
        CASE(a_tree_of_operands_before_a_load_that_waits),
        CASE(a_tree_of_operands_before_many_branches),
        CASE(a_chain_against_the_order_of_the_text_depends_on_memory),
        CASE(places_whose_numbers_fit_together),
        CASE(more_parameters_than_a_frame_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
