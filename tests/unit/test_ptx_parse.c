/* The syntax of PTX: declarations, operands, scopes, and what is said where the text is wrong. */
#include "ptx_help.h"

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static uint64_t immediate(Arena *arena, const char *written) {
    const PtxInstr *instr = parse_one(arena, arena_printf(arena, "mov.b64 %%rd1, %s;", written));
    assert_int_equal(instr->op, PTX_OP_MOV);
    assert_int_equal(instr->operand[1].kind, PTX_OPERAND_IMM);
    return instr->operand[1].imm;
}

static void immediates_are_read_in_every_base_and_sign(void **state) {
    assert_int_equal(immediate(*state, "42"), 42);
    assert_true(immediate(*state, "-1") == UINT64_MAX);
    assert_int_equal(immediate(*state, "0xFFU"), 255);
    assert_int_equal(immediate(*state, "017"), 15);
    assert_int_equal(immediate(*state, "0b101"), 5);
    assert_true(immediate(*state, "18446744073709551615U") == UINT64_MAX);
    assert_true(immediate(*state, "-9223372036854775808") == (uint64_t)INT64_MIN);
    assert_int_equal(immediate(*state, "(1 << 4) | 3"), 19);
    assert_true(immediate(*state, "~0 & 0xff") == 255);
    assert_true(immediate(*state, "-7 / 2") == (uint64_t)-3);
    assert_int_equal(immediate(*state, "-1 > 0U ? 10 : 20"), 10);
    assert_int_equal(immediate(*state, "-1 > 0 ? 10 : 20"), 20);
    assert_true(immediate(*state, "-16 >> 2") == (uint64_t)-4);
    assert_int_equal(immediate(*state, "1 + 2 * 3 - 4 % 3"), 6);
    assert_int_equal(immediate(*state, "!5 + (.u64)3"), 3);
}

static void floats_keep_their_bits_and_width(void **state) {
    const PtxOperand *operand = &parse_one(*state, "mov.f32 %f1, 0f3FC00000;")->operand[1];
    assert_true(operand->is_f32);
    assert_int_equal(operand->imm, 0x3FC00000);
    operand = &parse_one(*state, "mov.f64 %fd1, 0dBFF8000000000000;")->operand[1];
    assert_true(operand->is_f64);
    assert_true(operand->imm == UINT64_C(0xBFF8000000000000));
    operand = &parse_one(*state, "mov.f64 %fd1, -1.5e1;")->operand[1];
    double expected = -15.0, value;
    memcpy(&value, &operand->imm, sizeof value);
    assert_true(operand->is_f64 && value == expected);
}

static void addresses_have_a_base_and_an_offset(void **state) {
    const PtxFunction *f =
        parse_body_text(*state, "ld.global.u32 %r1, [%rd3+-4];\nld.global.u32 %r1, [%rd3 + 0x10];\nld.global.u32 %r1, "
                                "[g+8];\nld.shared.u32 %r1, [16];\n"
                                "ld.shared.u32 %r1, [%r2-8];\nld.param.u64 %rd1, [a];\nmov.u64 %rd2, g+12;");
    const PtxOperand *operand = &f->instrs[0].operand[1];
    assert_int_equal(operand->kind, PTX_OPERAND_ADDRESS);
    assert_string_equal(f->regs[operand->reg].name, "%rd3");
    assert_int_equal(operand->variable, -1);
    assert_int_equal(operand->offset, -4);
    assert_int_equal(f->instrs[1].operand[1].offset, 16);
    assert_int_equal(f->instrs[2].operand[1].reg, -1);
    assert_int_equal(f->instrs[2].operand[1].variable, 0);
    assert_int_equal(f->instrs[2].operand[1].offset, 8);
    assert_int_equal(f->instrs[3].operand[1].reg, -1);
    assert_int_equal(f->instrs[3].operand[1].variable, -1);
    assert_int_equal(f->instrs[3].operand[1].offset, 16);
    assert_int_equal(f->instrs[4].operand[1].offset, -8);
    assert_int_equal(f->instrs[5].operand[1].variable, f->params[0]);
    assert_int_equal(f->instrs[6].operand[1].kind, PTX_OPERAND_SYMBOL);
    assert_int_equal(f->instrs[6].operand[1].offset, 12);
}

static void vectors_sinks_and_pairs_are_operands(void **state) {
    const PtxInstr *i = parse_one(*state, "mov.b64 {%r1, _}, %rd1;");
    assert_int_equal(i->operand[0].kind, PTX_OPERAND_VECTOR);
    assert_int_equal(i->operand[0].count, 2);
    assert_int_equal(i->operand[0].elements[0].kind, PTX_OPERAND_REG);
    assert_int_equal(i->operand[0].elements[1].kind, PTX_OPERAND_SINK);
    i = parse_one(*state, "st.global.v2.b16 [g], {1, -2};");
    assert_true(i->operand[1].elements[1].imm == (uint64_t)-2);
    i = parse_one(*state, "setp.eq.s32 %p1|%p2, %r1, %r2;");
    assert_int_equal(i->operand_count, 3);
    assert_int_equal(i->also.kind, PTX_OPERAND_REG);
    i = parse_one(*state, "setp.eq.and.s32 %p1, %r1, %r2, !%p3;");
    assert_int_equal(i->also.kind, PTX_OPERAND_NONE);
    assert_true(i->operand[3].negated);
}

static void special_registers_are_known(void **state) {
    assert_int_equal(parse_one(*state, "mov.u32 %r1, %tid.z;")->operand[1].special, PTX_TID_Z);
    assert_int_equal(parse_one(*state, "mov.u32 %r1, %nctaid.x;")->operand[1].special, PTX_NCTAID_X);
    assert_int_equal(parse_one(*state, "mov.u64 %rd1, %clock64;")->operand[1].special, PTX_CLOCK64);
    assert_int_equal(parse_one(*state, "mov.u32 %r1, WARP_SZ;")->operand[1].special, PTX_WARP_SIZE);
    assert_int_equal(parse_one(*state, "mov.u32 %r1, %lanemask_lt;")->operand[1].kind, PTX_OPERAND_SPECIAL);
}

static void a_guard_belongs_to_its_instruction(void **state) {
    const PtxFunction *f = parse_body_text(*state, "@!%p3 add.s32 %r1, %r1, 1;\nadd.s32 %r1, %r1, 1;");
    assert_string_equal(f->regs[f->instrs[0].guard].name, "%p3");
    assert_true(f->instrs[0].guard_negated);
    assert_int_equal(f->instrs[1].guard, -1);
}

static void the_parts_of_a_texture_address_are_operands(void **state) {
    const PtxInstr *i = parse_one(*state, "tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [image, {%f5, %f6}], %f7;");
    assert_int_equal(i->mode, PTX_TEX_2D);
    assert_int_equal(i->part, PTX_TEX_LEVEL);
    assert_int_equal(i->operand_count, 4);
    assert_int_equal(i->operand[1].kind, PTX_OPERAND_ADDRESS);
    assert_int_equal(i->operand[2].kind, PTX_OPERAND_VECTOR);
    assert_int_equal(i->operand[3].kind, PTX_OPERAND_REG);
}

/* ---- scopes ------------------------------------------------------------------------------------------------------ */

static void registers_are_numbered_when_they_are_used(void **state) {
    const PtxFunction *f = parse_body_text(*state, ".reg .b32 %z<1000000000>;\nmov.u32 %z999999999, %z0;");
    assert_int_equal(f->reg_count, 2);
    assert_string_equal(f->regs[f->instrs[0].operand[0].reg].name, "%z999999999");
    assert_int_equal(f->regs[f->instrs[0].operand[0].reg].type, PTX_B32);
}

/* 0 outer %r1; 1 inner %r1 and, beyond the inner range, the outer %r5; 2 again the outer %r1, %r5 */
static void an_inner_scope_hides_registers_and_gives_them_back(void **state) {
    const PtxFunction *f =
        parse_body_text(*state, "mov.u32 %r1, %r5;\n{\n.reg .b32 %r<3>;\nmov.u32 %r1, %r5;\n}\nmov.u32 %r1, %r5;");
    int32_t outer = f->instrs[0].operand[0].reg, fifth = f->instrs[0].operand[1].reg;
    assert_int_not_equal(f->instrs[1].operand[0].reg, outer);
    assert_int_equal(f->instrs[1].operand[1].reg, fifth);
    assert_int_equal(f->instrs[2].operand[0].reg, outer);
    assert_int_equal(f->instrs[2].operand[1].reg, fifth);
}

static void a_single_register_hides_one_of_an_outer_range(void **state) {
    const PtxFunction *f =
        parse_body_text(*state, "mov.u32 %r1, %r2;\n{\n.reg .f32 %r1;\nmov.f32 %r1, 0f00000000;\n}\nmov.u32 %r2, %r1;");
    assert_int_equal(f->regs[f->instrs[1].operand[0].reg].type, PTX_F32);
    assert_int_equal(f->instrs[2].operand[1].reg, f->instrs[0].operand[0].reg);
}

static void a_register_first_used_inside_is_the_same_outside(void **state) {
    const PtxFunction *f = parse_body_text(*state, "{ mov.u32 %r1, 1; }\nmov.u32 %r2, %r1;");
    assert_int_equal(f->instrs[0].operand[0].reg, f->instrs[1].operand[1].reg);
}

/* 0 bra, 1 add, (L:) 2 bra, 3 add, (L:) 4 mov, 5 bra OUT, 6 mov, 7 OUT */
static void labels_belong_to_their_scope(void **state) {
    const PtxFunction *f = parse_body_text(
        *state, "{ @%p1 bra L; add.s32 %r1, %r1, 1;\nL: }\n{ @%p1 bra L; add.s32 %r1, %r1, 2;\nL: }\nmov.u32 %r2, 0;\n"
                "{ @%p2 bra OUT; }\nmov.u32 %r3, 0;\nOUT: mov.u32 %r4, 0;");
    assert_int_equal(f->instrs[0].operand[0].target, 2);
    assert_int_equal(f->instrs[2].operand[0].target, 4);
    assert_int_equal(f->instrs[5].operand[0].target, 7);
}

/* 0 L: ret; 1 bra in the innermost scope; 2 the L of the scope around it, which wins over the outermost */
static void a_label_is_looked_for_from_the_inside_out(void **state) {
    const PtxFunction *f = parse_body_text(*state, "L: ret;\n{\n{ bra L; }\nL: mov.u32 %r1, 0;\n}");
    assert_int_equal(f->instrs[1].operand[0].target, 2);
}

/* What an instruction that is given up had already used is forgotten, and only that. */
static void an_unsupported_branch_leaves_no_trace(void **state) {
    const PtxFunction *f = parse_body_text(*state, "bra END;\nbra NOWHERE, 3;\nEND: mov.u32 %r1, 0;");
    assert_int_equal(f->instrs[0].operand[0].target, 2);
    assert_int_equal(f->instrs[1].op, PTX_OP_UNSUPPORTED);
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static void variables_keep_size_alignment_and_space(void **state) {
    PtxModule *m = parse_text(
        *state, PTX_HEADER
        ".extern .shared .align 16 .b8 dynamic[];\n.visible .global .align 8 .v2 .f32 pairs[3];\n.const .u16 "
        "grid[2][5];\n"
        ".global .attribute(.managed) .u32 counter;\n.weak .global .texref image;\n.common .global .s8 one, two[7];\n"
        ".entry k(.param .u64 .ptr .global .align 4 p, .param .align 8 .b8 block[24]) .maxntid 128, 2 .minnctapersm "
        "3\n{ ret; }\n");
    assert_true(variable_named(m, "dynamic")->is_extern);
    assert_int_equal(variable_named(m, "dynamic")->size, 0);
    assert_int_equal(variable_named(m, "dynamic")->align, 16);
    assert_int_equal(variable_named(m, "pairs")->size, 24);
    assert_int_equal(variable_named(m, "pairs")->type, PTX_F32);
    assert_int_equal(variable_named(m, "grid")->size, 20);
    assert_int_equal(variable_named(m, "grid")->align, 2);
    assert_int_equal(variable_named(m, "grid")->space, PTX_CONST);
    assert_int_equal(variable_named(m, "counter")->size, 4);
    assert_int_equal(variable_named(m, "image")->space, PTX_TEX);
    assert_int_equal(variable_named(m, "two")->size, 7);
    const PtxFunction *k = function_named(m, "k");
    assert_int_equal(k->param_count, 2);
    assert_int_equal(m->variables[k->params[0]].align, 8);
    assert_int_equal(m->variables[k->params[1]].size, 24);
    assert_int_equal(k->max_threads[0], 128);
    assert_int_equal(k->max_threads[1], 2);
    assert_int_equal(k->max_threads[2], 1);
}

static void initialisers_become_bytes(void **state) {
    PtxModule *m = parse_text(*state, PTX_HEADER ".global .u32 a = -3;\n.global .f32 b[3] = {1.5, 0fC0200000, "
                                                 "2};\n.global .s16 c[2][3] = {{1, -2, 3}, {4, 5}};\n"
                                                 ".global .b8 d[] = {0x61, 98, 0};\n.global .f64 e = -0.5;\n");
    const int32_t a = -3;
    assert_memory_equal(variable_named(m, "a")->init, &a, 4);
    const float b[] = {1.5f, -2.5f, 2.0f};
    assert_memory_equal(variable_named(m, "b")->init, b, sizeof b);
    const int16_t c[] = {1, -2, 3, 4, 5, 0};
    assert_memory_equal(variable_named(m, "c")->init, c, sizeof c);
    assert_int_equal(variable_named(m, "d")->size, 3);
    assert_memory_equal(variable_named(m, "d")->init, "ab", 3);
    const double e = -0.5;
    assert_memory_equal(variable_named(m, "e")->init, &e, 8);
}

static void initialisers_may_hold_addresses(void **state) {
    PtxModule *m =
        parse_text(*state, PTX_HEADER
                   ".global .b8 text[4];\n.func f();\n.global .u64 table[4] = {generic(text)+2, text, f, 7};\n"
                   ".global .align 8 .b8 bytes[9] = {1, 0xFF(text), 0xFF00(text), 0xFF0000(text), "
                   "0xFF000000(text), 0xFF00000000(text), "
                   "0xFF0000000000(text), 0xFF000000000000(text), 0xFF00000000000000(text)};\n");
    const PtxVariable *table = variable_named(m, "table");
    assert_int_equal(table->reloc_count, 3);
    assert_true(table->relocs[0].generic);
    assert_int_equal(table->relocs[0].addend, 2);
    assert_int_equal(table->relocs[0].variable, 0);
    assert_false(table->relocs[1].generic);
    assert_int_equal(table->relocs[1].offset, 8);
    assert_int_equal(table->relocs[2].function, function_index(m, "f"));
    assert_int_equal(table->relocs[2].variable, -1);
    const PtxVariable *bytes = variable_named(m, "bytes");
    assert_int_equal(bytes->reloc_count, 1);
    assert_int_equal(bytes->relocs[0].offset, 1);
    assert_int_equal(bytes->relocs[0].bytes, 8);
}

static void a_function_may_be_declared_before_it_is_defined(void **state) {
    PtxModule *m = parse_text(
        *state, PTX_HEADER
        ".func (.param .b32 r) f(.param .b32 x);\n.entry k() { .param .b32 a; .param .b32 b; call (b), f, (a); ret; }\n"
        ".func (.param .b32 r) f(.param .b32 x) { ret; }\n.extern .func (.param .b32 r) vprintf(.param .b64 x, .param "
        ".b64 y);\n");
    const PtxInstr *call = nth(function_named(m, "k"), PTX_OP_CALL, 0);
    int32_t f = function_index(m, "f");
    assert_int_equal(call->operand[0].function, f);
    assert_int_equal(call->call_arg_count, 1);
    assert_string_equal(m->variables[call->call_args[0]].name, "a");
    assert_string_equal(m->variables[call->call_results[0]].name, "b");
    assert_false(m->functions[f].is_declaration);
    assert_int_equal(m->functions[f].instr_count, 1);
    assert_true(function_named(m, "vprintf")->is_declaration);
    assert_int_equal(function_named(m, "vprintf")->param_count, 2);
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static void an_error_names_the_line_of_the_ptx(void **state) {
    int line;
    const char *message = parse_error(*state, PTX_HEADER ".entry k()\n{\n  bra NOWHERE;\n}\n", &line);
    assert_string_equal(message, "the label 'NOWHERE' stands nowhere in this function");
    assert_int_equal(line, 6);
    message = parse_error(*state, PTX_HEADER ".global .u32 x = ;\n", &line);
    assert_string_equal(message, "a number was expected, not ';'");
    assert_int_equal(line, 4);
}

static void an_error_names_the_cuda_line_where_it_is_known(void **state) {
    DiagList diags = diag_list(*state);
    const char *text = PTX_HEADER ".entry k()\n{\n.loc 1 7 9\n.loc 2 3 1, function_name L, inlined_at 1 8 2\n  "
                                  "ret\n}\n.file 1 \"a.cu\"\n.file 2 \"b.h\"\n";
    assert_null(ptx_parse(text, strlen(text), *state, &diags));
    assert_string_equal(diags.first->loc.file, "a.cu");
    assert_int_equal(diags.first->loc.line, 8);
}

static void code_without_a_line_belongs_to_the_line_before(void **state) {
    const PtxFunction *f = parse_body_text(*state, ".loc 1 7 9\nmov.u32 %r1, 0;\n.loc 1 0 0\nmov.u32 %r2, 0;\n"
                                                   ".loc 1 0 5, function_name L, inlined_at 1 12 2\nmov.u32 %r3, 0;\n"
                                                   ".loc 1 13 1\nmov.u32 %r4, 0;");
    static const uint32_t lines[] = {7, 7, 12, 13};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(f->instrs[i].file, 1);
        assert_int_equal(f->instrs[i].line, lines[i]);
        assert_int_equal(f->instrs[i].inlined_line, 0);
    }
}

static void wrong_text_is_refused_with_a_reason(void **state) {
    static const char *const wrong[][2] = {
        {"", "PTX begins with .version, not the end of the text"},
        {".version x", "a version such as 8.3 was expected, not 'x'"},
        {".version 8.3\n", "the .target directive is missing"},
        {PTX_HEADER ".entry k() { ret; ", "an instruction was expected, not the end of the text"},
        {PTX_HEADER ".entry k() { add.s32 %r1", "the text ends in the middle of an instruction"},
        {PTX_HEADER ".entry k() { A: ret; A: ret; }", "the label 'A' stands here twice"},
        {PTX_HEADER ".entry k() { @%p1 ret; }", "the predicate register '%p1' is not declared"},
        {PTX_HEADER ".global .align 3 .u32 x;", "an alignment is a power of two up to 4096, not 3"},
        {PTX_HEADER ".global .u32 x[99999999999999];", "an array is larger than 1 TiB"},
        {PTX_HEADER ".global .u32 x[1 / 0];", "a constant expression divides by zero"},
        {PTX_HEADER ".global .u8 x[2] = {1, 2, 3};", "the initialiser of 'x' is longer than the variable"},
        {PTX_HEADER ".global .u64 x = y;", "'y' is not declared"},
        {PTX_HEADER ".global .u32 x[900000000] = {1};", "the initialised variables are larger than 64 MiB"},
        {PTX_HEADER ".section .debug_str {", "the text ends inside a .section"},
        {".version 8.3\n.target sm_90\n.address_size 32\n", "only programs with 64-bit addresses are understood"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_string_equal(parse_error(*state, wrong[i][0], NULL), wrong[i][1]);
}

static void deep_nesting_is_refused(void **state) {
    Text braces = {0}, parentheses = {0}, rows = {0};
    text_add(&braces, PTX_HEADER ".entry k() {");
    text_repeat(&braces, "{", 100000);
    assert_string_equal(parse_error(*state, braces.data, NULL), "scopes are nested more than 64 deep");
    text_add(&parentheses, PTX_HEADER ".global .u32 x = ");
    text_repeat(&parentheses, "(", 100000);
    assert_string_equal(parse_error(*state, parentheses.data, NULL),
                        "a constant expression is nested more than 64 deep");
    text_add(&rows, PTX_HEADER ".global .u32 x = {");
    text_repeat(&rows, "{", 100000);
    assert_string_equal(parse_error(*state, rows.data, NULL), "an initialiser is nested more than 64 deep");
    text_free(&braces);
    text_free(&parentheses);
    text_free(&rows);
}

static void too_many_instructions_are_refused(void **state) {
    Text text = {0};
    text_add(&text, PTX_HEADER ".entry k() {");
    text_repeat(&text, "ret;", 262145);
    assert_string_equal(parse_error(*state, text.data, NULL), "the program has more than 262144 instructions");
    text_free(&text);
}

/* A program is cut after every byte: each piece is refused or read, none may crash. */
static void every_prefix_of_a_program_is_handled(void **state) {
    size_t size;
    const char *why;
    char *text = file_read_text(*state, "tests/ptx/assembly.ptx", &size, &why);
    assert_non_null(text);
    for (size_t cut = 0; cut < size; cut++) {
        Arena *arena = arena_new();
        DiagList diags = diag_list(arena);
        char *piece = arena_copy(arena, text, cut, 1);
        PtxModule *module = ptx_parse(piece, cut, arena, &diags);
        assert_true((module != NULL) == (diags.errors == 0));
        arena_free(arena);
    }
}

/* Beside the kernel that is asked for nothing is looked at but functions, whatever braces comments and strings have. */
static void one_kernel_is_read_without_the_others(void **state) {
    static const char text[] = PTX_HEADER ".entry before() { .pragma \"}\"; no such thing; { // }\n /* } */ } }\n"
                                          ".func called() { .reg .b32 %r<2>; mov.u32 %r1, 7; ret; }\n"
                                          ".entry wanted() { { ret; } }\n"
                                          ".entry after() { .reg .b99 %x; @%undeclared { }; }\n"
                                          ".global .u32 last;\n";
    DiagList diags = diag_list(*state);
    const PtxModule *module = ptx_parse_kernel(text, sizeof text - 1, "wanted", *state, &diags);
    assert_non_null(module);
    assert_int_equal(module->function_count, 4);
    assert_int_equal(function_named(module, "before")->instr_count, 0);
    assert_false(function_named(module, "before")->is_declaration);
    assert_int_equal(function_named(module, "called")->instr_count, 2);
    assert_int_equal(function_named(module, "wanted")->instr_count, 1);
    assert_int_equal(function_named(module, "after")->instr_count, 0);
    assert_string_equal(module->variables[module->variable_count - 1].name, "last");
    assert_null(ptx_parse(text, sizeof text - 1, *state, &diags));
    for (size_t cut = 0; cut < sizeof text - 1; cut++) {
        diags = diag_list(*state);
        const char *piece = arena_copy(*state, text, cut, 1);
        module = ptx_parse_kernel(piece, cut, "wanted", *state, &diags);
        assert_true((module != NULL) == (diags.errors == 0));
    }
}

static void a_pragma_says_which_bytes_the_next_load_uses(void **state) {
    static const char text[] = PTX_HEADER ".entry k() { .reg .b32 %r<8>; .reg .b64 %rd<2>;\n"
                                          ".pragma \"used_bytes_mask 4095\";\n"
                                          "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\n"
                                          "ld.global.u32 %r5, [%rd1];\n"
                                          ".pragma \"used_bytes_mask 0x7\";\n"
                                          "ld.global.u32 %r5, [%rd1];\n"
                                          ".pragma \"used_bytes_mask 7\";\n"
                                          "add.u32 %r5, %r5, 1;\n"
                                          "ld.global.u32 %r5, [%rd1];\n"
                                          ".pragma \"used_bytes_mask 99999999999999999999\"; .pragma \"nounroll\";\n"
                                          "ld.global.u32 %r5, [%rd1]; .pragma \"used_bytes_mask \"; ret; }\n"
                                          ".entry after() { .reg .b32 %r<2>; ld.global.u32 %r1, [0]; ret; }\n";
    static const uint32_t used[] = {4095, 0, 7, 0, 0, 0};
    DiagList diags = diag_list(*state);
    const PtxModule *module = ptx_parse(text, sizeof text - 1, *state, &diags);
    assert_non_null(module);
    const PtxFunction *function = function_named(module, "k");
    for (size_t i = 0; i < sizeof used / sizeof *used; i++) assert_int_equal(function->instrs[i].used_bytes, used[i]);
    assert_int_equal(function_named(module, "after")->instrs[0].used_bytes, 0);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(immediates_are_read_in_every_base_and_sign),
        TEST(floats_keep_their_bits_and_width),
        TEST(addresses_have_a_base_and_an_offset),
        TEST(vectors_sinks_and_pairs_are_operands),
        TEST(special_registers_are_known),
        TEST(a_guard_belongs_to_its_instruction),
        TEST(a_pragma_says_which_bytes_the_next_load_uses),
        TEST(the_parts_of_a_texture_address_are_operands),
        TEST(registers_are_numbered_when_they_are_used),
        TEST(an_inner_scope_hides_registers_and_gives_them_back),
        TEST(a_register_first_used_inside_is_the_same_outside),
        TEST(a_single_register_hides_one_of_an_outer_range),
        TEST(labels_belong_to_their_scope),
        TEST(a_label_is_looked_for_from_the_inside_out),
        TEST(an_unsupported_branch_leaves_no_trace),
        TEST(variables_keep_size_alignment_and_space),
        TEST(initialisers_become_bytes),
        TEST(initialisers_may_hold_addresses),
        TEST(a_function_may_be_declared_before_it_is_defined),
        TEST(an_error_names_the_line_of_the_ptx),
        TEST(an_error_names_the_cuda_line_where_it_is_known),
        TEST(code_without_a_line_belongs_to_the_line_before),
        TEST(wrong_text_is_refused_with_a_reason),
        TEST(deep_nesting_is_refused),
        TEST(too_many_instructions_are_refused),
        TEST(every_prefix_of_a_program_is_handled),
        TEST(one_kernel_is_read_without_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
