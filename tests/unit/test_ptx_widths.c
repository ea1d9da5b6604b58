/* Which registers an instruction takes: what NVIDIA's assembler (CUDA 13.0, sm_100) takes and refuses, a line each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "ptx/ptx.h"

/* NULL where every instruction's registers fit. */
static const char *problem_of(Arena *arena, const char *instruction) {
    const char *text = arena_printf(arena,
                                    ".version 8.6\n.target sm_100\n.address_size 64\n.visible .entry k() {\n"
                                    ".reg .pred %%p<4>; .reg .b16 %%h<4>; .reg .b32 %%r<4>; .reg .b64 %%d<4>;\n"
                                    "%s;\nret;\n}\n",
                                    instruction);
    DiagList diags = diag_list(arena);
    const PtxModule *module = ptx_parse(text, strlen(text), arena, &diags);
    assert_non_null(module);
    assert_int_not_equal(module->functions[0].instrs[0].op, PTX_OP_UNSUPPORTED);
    return ptx_width_problem(arena, &module->functions[0], &module->functions[0].instrs[0]);
}

static void registers_of_the_types_size_are_taken(void **state) {
    (void)state;
    static const char *const taken[] = {
        "add.u32 %r1, %r2, %r3",
        "mul.wide.s32 %d1, %r1, %r2",
        "mad.wide.s32 %d1, %r1, %r2, %d2",
        "popc.b64 %r1, %d1",
        "bfe.u64 %d1, %d2, %r1, %r2",
        "shl.b64 %d1, %d2, %r1",
        "shr.s16 %h1, %h2, %r1",
        "fma.rn.f16x2 %r1, %r1, %r2, %r3",
        "setp.lt.and.s32 %p1|%p2, %r1, %r2, %p3",
        "set.lt.u32.f64 %r1, %d1, %d2",
        "slct.s64.f32 %d1, %d2, %d3, %r1",
        "selp.b64 %d1, %d2, %d3, %p1",
        "and.pred %p1, %p2, %p3",
        "mov.b64 %d1, {%r1, %r2}",
        "mov.b32 {%h1, %h2}, %r1",
        "mov.pred %p1, %p2",
        "cvt.f32.f16 %r1, %h1",
        "shfl.sync.idx.b32 %r1|%p1, %r2, %r3, %r1, %r2",
        "vote.sync.ballot.b32 %r1, %p1, %r2",
        "vote.sync.any.pred %p1, %p2, %r2",
        "match.any.sync.b64 %r1, %d1, %r2",
        "atom.global.cas.b16 %h1, [%d1], %h2, %h3",
        "mbarrier.test_wait.shared.b64 %p1, [%r1], %d2",
        "mbarrier.test_wait.parity.shared.b64 %p1, [%r1], %r2",
        "st.global.v2.f32 [%d1], {%r1, %r2}",
        "add.u32 %r1, %r2, 7",
        "mov.u32 %r1, %tid.x",
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) assert_null(problem_of(arena, taken[i]));
    arena_free(arena);
}

/* 9.4.1 of the PTX ISA. */
static void loads_stores_and_conversions_take_wider_ones(void **state) {
    (void)state;
    static const char *const taken[] = {
        "ld.global.u8 %h1, [%d1]",  "ld.global.u8 %d2, [%d1]", "ld.global.v2.u16 {%r1, %r2}, [%d1]",
        "st.global.u8 [%d1], %r1",  "cvt.s8.s32 %r1, %r2",     "cvt.u64.u32 %d1, %d2",
        "st.shared.b16 [%r1], %d1", "cvt.rn.f16.f32 %r1, %r2",
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) assert_null(problem_of(arena, taken[i]));
    arena_free(arena);
}

static void what_does_not_fit_is_named(void **state) {
    (void)state;
    static const struct {
        const char *instruction, *says;
    } refused[] = {
        {"st.global.u64 [%d1], %r3", "register %r3 is 32 bits (.b32), and st.u64 takes 64 bits there"},
        {"ld.global.u32 %h1, [%d1]", "register %h1 is 16 bits (.b16), and ld.u32 takes 32 bits there"},
        {"st.global.v2.u64 [%d1], {%d2, %r1}", "registers %d2 (.b64) and %r1 (.b32) in one vector differ in size"},
        {"add.u32 %r1, %r2, %d1", "register %d1 is 64 bits (.b64), and add.u32 takes 32 bits there"},
        {"add.u64 %d1, %r2, %d1", "register %r2 is 32 bits (.b32), and add.u64 takes 64 bits there"},
        {"mul.wide.s32 %r1, %r2, %r3", "register %r1 is 32 bits (.b32), and mul.wide.s32 takes 64 bits there"},
        {"selp.b32 %r1, %r2, %r3, %r1", "register %r1 is 32 bits (.b32), and selp.b32 takes a predicate there"},
        {"setp.eq.s32 %p1, %p2, 1", "register %p2 is a predicate (.pred), and setp.s32 takes 32 bits there"},
        {"mov.b64 %d1, {%h1, %h2}", "register %h1 is 16 bits (.b16), and mov.b64 takes 32 bits there"},
        {"shl.b64 %d1, %d2, %d3", "register %d3 is 64 bits (.b64), and shl.b64 takes 32 bits there"},
        {"cvt.u64.u32 %r1, %r2", "register %r1 is 32 bits (.b32), and cvt.u64.u32 takes 64 bits there"},
        {"atom.global.add.u64 %d1, [%d2], %r1", "register %r1 is 32 bits (.b32), and atom.u64 takes 64 bits there"},
        {"vote.sync.ballot.b32 %p1, %p2, %r2", "register %p1 is a predicate (.pred), and vote.b32 takes 32 bits there"},
        {"ld.global.u32 %r1, [%p1]", "register %p1 is a predicate (.pred), and an address takes 32 or 64 bits"},
        {"@%r1 add.u32 %r1, %r2, %r3", "register %r1 is no predicate, and guards an instruction"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *problem = problem_of(arena, refused[i].instruction);
        assert_non_null(problem);
        assert_string_equal(problem, refused[i].says);
    }
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_of_the_types_size_are_taken),
        cmocka_unit_test(loads_stores_and_conversions_take_wider_ones),
        cmocka_unit_test(what_does_not_fit_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
