/* What is printed reads back to the same program: nothing that the parser understood is lost, and nothing is
 * invented. */
#include "ptx_help.h"

static char *printed(Arena *arena, const PtxModule *module) {
    Text text = {0};
    ptx_print(module, &text);
    return text_take(&text, arena);
}

static void same_operand(const PtxModule *one, const PtxModule *two, const PtxOperand *a, const PtxOperand *b) {
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->negated, b->negated);
    assert_int_equal(a->is_f32, b->is_f32);
    assert_int_equal(a->is_f64, b->is_f64);
    assert_int_equal(a->reg, b->reg);
    assert_int_equal(a->special, b->special);
    assert_int_equal(a->target, b->target);
    assert_int_equal(a->count, b->count);
    assert_true(a->offset == b->offset);
    assert_true(a->imm == b->imm);
    assert_int_equal(a->selector != NULL, b->selector != NULL);
    if (a->selector != NULL) assert_string_equal(a->selector, b->selector);
    if (a->kind == PTX_OPERAND_FUNCTION)
        assert_string_equal(one->functions[a->function].name, two->functions[b->function].name);
    if (a->variable >= 0) {
        assert_int_equal(one->variables[a->variable].size, two->variables[b->variable].size);
        assert_int_equal(one->variables[a->variable].space, two->variables[b->variable].space);
    }
    for (uint32_t i = 0; i < a->count; i++) same_operand(one, two, &a->elements[i], &b->elements[i]);
}

static void same_instr(const PtxModule *one, const PtxModule *two, const PtxInstr *a, const PtxInstr *b) {
    assert_int_equal(a->op, b->op);
    assert_memory_equal(a->type, b->type, sizeof a->type);
    assert_int_equal(a->space, b->space);
    assert_int_equal(a->space2, b->space2);
    assert_int_equal(a->vector, b->vector);
    assert_int_equal(a->round, b->round);
    assert_int_equal(a->compare, b->compare);
    assert_int_equal(a->boolean, b->boolean);
    assert_int_equal(a->part, b->part);
    assert_int_equal(a->atomic, b->atomic);
    assert_int_equal(a->mode, b->mode);
    assert_int_equal(a->flags, b->flags);
    assert_int_equal(a->guard, b->guard);
    assert_int_equal(a->guard_negated, b->guard_negated);
    assert_int_equal(a->operand_count, b->operand_count);
    assert_int_equal(a->call_arg_count, b->call_arg_count);
    assert_int_equal(a->call_result_count, b->call_result_count);
    assert_int_equal(a->prototype >= 0, b->prototype >= 0);
    assert_int_equal(a->target_count, b->target_count);
    assert_int_equal(a->reconverge, b->reconverge);
    assert_int_equal(a->file, b->file);
    assert_int_equal(a->line, b->line);
    assert_int_equal(a->column, b->column);
    assert_int_equal(a->inlined_file, b->inlined_file);
    assert_int_equal(a->inlined_line, b->inlined_line);
    for (int i = 0; i < a->operand_count; i++) same_operand(one, two, &a->operand[i], &b->operand[i]);
    if (a->also.kind != PTX_OPERAND_NONE || b->also.kind != PTX_OPERAND_NONE)
        same_operand(one, two, &a->also, &b->also);
}

static void same_module(const PtxModule *one, const PtxModule *two) {
    for (uint32_t f = 0; f < one->function_count; f++) {
        const PtxFunction *a = &one->functions[f];
        if (a->is_prototype) continue;
        const PtxFunction *b = function_named(two, a->name);
        assert_int_equal(a->instr_count, b->instr_count);
        assert_int_equal(a->reg_count, b->reg_count);
        assert_int_equal(a->param_count, b->param_count);
        assert_int_equal(a->result_count, b->result_count);
        for (uint32_t i = 0; i < a->reg_count; i++) assert_int_equal(a->regs[i].type, b->regs[i].type);
        for (uint32_t i = 0; i < a->instr_count; i++) same_instr(one, two, &a->instrs[i], &b->instrs[i]);
    }
    for (uint32_t v = 0; v < one->variable_count; v++) {
        const PtxVariable *a = &one->variables[v];
        if (a->owner >= 0) continue;
        const PtxVariable *b = variable_named(two, a->source_name);
        assert_int_equal(a->size, b->size);
        assert_int_equal(a->align, b->align);
        assert_int_equal(a->type, b->type);
        assert_int_equal(a->space, b->space);
        assert_int_equal(a->is_extern, b->is_extern);
        assert_int_equal(a->reloc_count, b->reloc_count);
        assert_int_equal(a->init != NULL, b->init != NULL);
        if (a->init != NULL) assert_memory_equal(a->init, b->init, a->size);
    }
}

static void check(Arena *arena, const PtxModule *module) {
    char *once = printed(arena, module);
    PtxModule *again = parse_text(arena, once);
    same_module(module, again);
    assert_string_equal(once, printed(arena, again));
}

static void programs_of_compilers_read_back_the_same(void **state) {
    static const char *const names[] = {"assembly", "calls", "clang", "control", "copy", "cpp", "inlined", "texture"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        check(*state, parse_file_named(*state, arena_printf(*state, "tests/ptx/%s.ptx", names[i])));
}

static void rare_instructions_read_back_the_same(void **state) {
    const char *body =
        "T: .branchtargets A, B, A;\nA: @!%p1 brx.idx %r1, T;\nB: vadd.s32.u32.s32.sat.max %r1, %r2.b0, %r3.h1, %r4;\n"
        "vmad.u32.s32.s32.po.shr15 %r1, %r2, -%r3, %r4;\nlop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x3f, !%p2;\n"
        "setp.hs.xor.u32 %p1|%p2, %r1, -4, !%p3;\nmatch.all.sync.b64 %r1|%p1, %rd1, -1;\nbar.red.and.pred %p1, 1, 64, "
        "!%p2;\n"
        "barrier.arrive 2, 64;\nbar.warp.sync 0xff;\ntex.grad.3d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f1, %f2, "
        "%f3, %f3}], {%f1, %f2, %f3, %f3}, {%f1, %f2, %f3, %f3};\n"
        "tex.1d.v4.s32.s32 {%r1, _, %r3, %r4}, [%rd1, %rd2, {%r1}];\natom.acq_rel.cta.shared::cluster.cas.b64 %rd1, "
        "[%rd2+-8], %rd3, 0;\n"
        "cp.async.ca.shared.global [s+4], [%rd1], 4, %r1;\nmov.b32 {%h1, _}, %r1;\nst.global.v4.f32 [g], {%f1, "
        "0f3F800000, %f2, 0f00000000};\n"
        "mov.f64 %fd1, 0dFFF0000000000000;\nmbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p1, [s], %r1, 100;\n"
        "cvt.rn.relu.f16x2.f32 %r1, %f1, %f2;\nadd.sat.cc.s32 %r1, %r1, WARP_SZ;\nmov.u32 %r1, "
        "%lanemask_ge;\nld.shared.u32 %r1, [16];";
    const char *text = arena_printf(
        *state,
        PTX_HEADER
        ".global .align 16 .b8 g[64];\n.shared .align 16 .b8 s[64];\n.tex .u64 image;\n.func f();\n"
        ".global .u64 p[2] = {generic(g)+8, f};\n.const .align 8 .b8 q[9] = {1, 0xFF(g), 0xFF00(g), 0xFF0000(g), "
        "0xFF000000(g), "
        "0xFF00000000(g), 0xFF0000000000(g), 0xFF000000000000(g), 0xFF00000000000000(g)};\n.const .f64 d = -0.1;\n"
        ".entry k(.param .align 8 .b8 a[24]) .maxntid 64\n{\n.reg .pred %%p<9>;\n.reg .b16 %%h<9>;\n.reg .b32 "
        "%%r<9>;\n.reg .b64 %%rd<9>;\n"
        ".reg .f32 %%f<9>;\n.reg .f64 %%fd<9>;\n%s\nret;\n}\n",
        body);
    PtxModule *module = parse_text(*state, text);
    assert_null(nth(function_named(module, "k"), PTX_OP_UNSUPPORTED, 0));
    check(*state, module);
}

static void an_unsupported_instruction_is_printed_as_a_comment(void **state) {
    PtxModule *module = parse_text(*state, PTX_HEADER ".entry k() { wgmma.fence.sync.aligned; ret; }");
    assert_non_null(strstr(printed(*state, module), "// not supported: wgmma.fence.sync.aligned\n"));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(programs_of_compilers_read_back_the_same),
        TEST(rare_instructions_read_back_the_same),
        TEST(an_unsupported_instruction_is_printed_as_a_comment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
