/* Instructions that a kernel executes for nothing, and compare-and-swaps that nobody checks. */
#include "ptx/idle.h"
#include "sim_testing.h"

#define HEAD                                                                                                           \
    PTX_HEAD ".visible .entry k(.param .u64 p) {\n.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>;\n"               \
             "ld.param.u64 %d1, [p];\n"
#define TAIL " ret; }\n"

/* A letter for each instruction of the kernel behind the first: needed, idle or unchecked. */
static void expect(const char *ptx, const char *letters) {
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    const PtxModule *module = ptx_parse(ptx, strlen(ptx), arena, &diags);
    assert_non_null(module);
    const PtxFunction *function = &module->functions[0];
    assert_int_equal(function->instr_count - 2, strlen(letters)); /* and the last one returns */
    const PtxUse *uses = ptx_uses(function, arena);
    for (uint32_t i = 1; i + 1 < function->instr_count; i++) assert_int_equal("niu"[uses[i]], letters[i - 1]);
    arena_free(arena);
}

static void what_is_stored_is_needed_with_all_that_leads_to_it(void **state) {
    (void)state;
    expect(HEAD "mov.u32 %r1, %tid.x; add.s32 %r2, %r1, 1; st.global.u32 [%d1], %r2;" TAIL, "nnn");
    expect(HEAD "mov.u32 %r1, %tid.x; cvt.u64.u32 %d2, %r1; st.global.u32 [%d2], 1;" TAIL, "nnn");
    expect(HEAD "mov.u32 %r1, 5; setp.eq.s32 %p1, %r1, 5; @%p1 st.global.u32 [%d1], 1;" TAIL, "nnn");
    expect(HEAD "mov.u32 %r1, 1; mov.u32 %r2, 2; st.global.v2.u32 [%d1], {%r1, %r2};" TAIL, "nnn");
}

static void what_nobody_reads_is_idle(void **state) {
    (void)state;
    expect(HEAD "mov.u32 %r1, %clock; mov.u32 %r2, %tid.x; st.global.u32 [%d1], %r2;" TAIL, "inn");
    expect(HEAD "mov.u32 %r1, %tid.x; add.s32 %r1, %r1, 1; add.s32 %r1, %r1, 1;" TAIL, "iii");
    expect(HEAD "mov.u32 %r1, 1; @%p1 add.s32 %r1, %r1, 1; st.global.u32 [%d1], 1;" TAIL, "iin");
}

/* Loads, exchanges between lanes and barriers are others' to judge. The carry is no register. */
static void what_does_more_than_compute_is_needed(void **state) {
    (void)state;
    expect(HEAD "ld.global.u32 %r1, [%d1]; add.s32 %r2, %r1, 1;" TAIL, "ni");
    expect(HEAD "mov.u32 %r1, 1; shfl.sync.idx.b32 %r2, %r1, 0, 31, -1; bar.sync 0;" TAIL, "nnn");
    expect(HEAD "mov.u32 %r1, 1; add.cc.u32 %r2, %r1, -1; addc.u32 %r3, 0, 0; st.global.u32 [%d1], %r3;" TAIL, "nnnn");
}

#define LOOP(body)                                                                                                     \
    HEAD "mov.u32 %r1, 0; AGAIN: add.s32 %r1, %r1, 1; " body "setp.lt.s32 %p1, %r1, 40; @%p1 bra AGAIN; "              \
         "st.global.u32 [%d1], 7;" TAIL

static void a_loop_is_needed_for_what_it_does(void **state) {
    (void)state;
    expect(LOOP(""), "iiiin");
    expect(LOOP("add.s32 %r2, %r2, 3; "), "iiiiin");
    expect(LOOP("st.global.u32 [%d1+4], 3; "), "nnnnnn");
    expect(HEAD "mov.u32 %r1, 0; AGAIN: add.s32 %r1, %r1, 1; setp.lt.s32 %p1, %r1, 40; @%p1 bra AGAIN; "
                "st.global.u32 [%d1], %r1;" TAIL,
           "nnnnn");
}

static void a_branch_is_needed_for_what_it_decides(void **state) {
    (void)state;
    expect(HEAD "setp.lt.u32 %p1, %r1, 40; @%p1 bra OVER; add.s32 %r2, %r2, 1; OVER: st.global.u32 [%d1], 7;" TAIL,
           "iiin");
    expect(HEAD "setp.lt.u32 %p1, %r1, 40; @%p1 bra OVER; add.s32 %r2, %r2, 1; OVER: st.global.u32 [%d1], %r2;" TAIL,
           "nnnn");
    expect(HEAD "setp.lt.u32 %p1, %r1, 40; @%p1 bra OVER; add.s32 %r2, %r2, 1; ret; OVER: st.global.u32 [%d1], 7;" TAIL,
           "nninn");
}

static void who_swaps_has_to_look(void **state) {
    (void)state;
    expect(HEAD "atom.global.cas.b32 %r1, [%d1], 0, 1;" TAIL, "u");
    expect(HEAD "atom.global.cas.b32 %r1, [%d1], 0, 1; add.s32 %r2, %r1, 1;" TAIL, "ui");
    expect(HEAD "atom.global.cas.b32 %r1, [%d1], 0, 1; st.global.u32 [%d1+4], %r1;" TAIL, "nn");
    expect(HEAD "AGAIN: atom.global.cas.b32 %r1, [%d1], 0, 1; setp.ne.s32 %p1, %r1, 0; @%p1 bra AGAIN;" TAIL, "nnn");
    expect(HEAD "atom.global.add.u32 %r1, [%d1], 1;" TAIL, "n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_is_needed_with_all_that_leads_to_it),
        cmocka_unit_test(what_nobody_reads_is_idle),
        cmocka_unit_test(what_does_more_than_compute_is_needed),
        cmocka_unit_test(a_loop_is_needed_for_what_it_does),
        cmocka_unit_test(a_branch_is_needed_for_what_it_decides),
        cmocka_unit_test(who_swaps_has_to_look),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
