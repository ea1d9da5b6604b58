/* What real compilers write. tests/ptx/NAME.ptx was made from NAME.cu: by NVRTC 13.0 for sm_90 with -lineinfo
 * (assembly, calls, control, cpp, inlined), by nvcc 13.0 (copy, sm_90; texture, sm_75) and by clang 14 for sm_80
 * (clang); only the folders in the .file directives were taken out. Expected numbers were counted in the PTX and the
 * source by hand. */
#include "ptx_help.h"

static PtxModule *module_of(void **state, const char *name) {
    return parse_file_named(*state, arena_printf(*state, "tests/ptx/%s.ptx", name));
}

static void nothing_that_compilers_wrote_is_unknown(void **state) {
    static const char *const names[] = {"assembly", "calls", "clang", "control", "copy", "cpp", "inlined", "texture"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        PtxModule *module = module_of(state, names[i]);
        for (uint32_t f = 0; f < module->function_count; f++) {
            const PtxInstr *unknown = nth(&module->functions[f], PTX_OP_UNSUPPORTED, 0);
            if (unknown != NULL) fail_msg("%s, line %u: %s", names[i], unknown->ptx_line, unknown->text);
        }
    }
}

/*  control.cu, with the numbers of the instructions that begin each part:
 *
 *     0 entry; 13 @p1 (v > n) bra 15, else 14 bra 43
 *    15 then; 38 @p3 (v == 7) bra 114, the return
 *    39 ...42 bra 47
 *    43 else
 *    47 tile[][] = v; 56 the barrier; 58 @p4 (n < 1) bra 86
 *    61 LOOP; 67 @p5 (77) bra 86; 75 INNER; 76 @p6 bra 82; 80 @p7 (v > 1000) bra 86; 81 bra 75
 *    82 next k; 85 @p8 bra 61
 *    86 end; 114 ret */
static void the_branches_of_a_kernel_meet_where_its_source_says(void **state) {
    const PtxFunction *f = function_named(module_of(state, "control"), "control");
    assert_int_equal(f->instr_count, 115);
    assert_int_equal(f->instrs[13].reconverge, 47); /* not 114: lanes that return are gone */
    assert_int_equal(f->instrs[38].reconverge, 114);
    assert_int_equal(f->instrs[58].reconverge, 86);
    assert_int_equal(f->instrs[67].reconverge, 86);
    assert_int_equal(f->instrs[76].reconverge, 86); /* goto end leaves both loops at once */
    assert_int_equal(f->instrs[80].reconverge, 86);
    assert_int_equal(f->instrs[85].reconverge, 86);
    assert_int_equal(f->instrs[56].op, PTX_OP_BAR);
    assert_int_equal(f->instrs[56].line, 18);
}

static void variables_have_the_names_of_the_source(void **state) {
    PtxModule *m = module_of(state, "control");
    const PtxVariable *tile = variable_named(m, "tile");
    assert_string_equal(tile->name, "_ZZ7controlE4tile");
    assert_int_equal(tile->size, 32 * 33 * 4);
    assert_int_equal(tile->space, PTX_SHARED);
    assert_int_equal(tile->owner, function_index(m, "control"));
    assert_int_equal(variable_named(m, "bytes")->size, 5);
    assert_true(variable_named(m, "dynamic")->is_extern);
    const float weights[6] = {1.f, -2.5f, 3.f, 4.f, 5.f, 6.f};
    assert_memory_equal(variable_named(m, "weights")->init, weights, sizeof weights);
    const PtxVariable *names = variable_named(m, "names");
    assert_int_equal(names->reloc_count, 3);
    assert_memory_equal(m->variables[names->relocs[2].variable].init, "three", 6);
    assert_string_equal(function_named(module_of(state, "cpp"), "_ZN6course6reduceIfEEvPKT_PS1_")->source_name,
                        "reduce");
    assert_int_equal(variable_named(module_of(state, "cpp"), "partial")->size, 256);
}

/* inlined.cu: product is line 2, both is lines 5 and 6 and calls it twice, the kernel calls them in lines 9, 10 and 11.
 * All of it stands in one file, so that the innermost call site counts. */
static void inlined_code_knows_its_own_line_and_its_callers(void **state) {
    PtxModule *m = module_of(state, "inlined");
    const PtxFunction *f = function_named(m, "inlined");
    static const uint32_t innermost[10] = {5, 5, 6, 6, 5, 5, 6, 6, 11, 11};
    int load = 0;
    for (uint32_t i = 0; i < f->instr_count; i++) {
        const PtxInstr *instr = &f->instrs[i];
        if (instr->op != PTX_OP_LD || instr->space != PTX_GLOBAL) continue;
        assert_int_equal(instr->line, 2);
        assert_int_equal(instr->inlined_line, innermost[load++]);
        assert_string_equal(m->files[instr->inlined_file], "inlined.cu");
    }
    assert_int_equal(load, 10);
    const PtxInstr *sum = nth(f, PTX_OP_FMA, 1);
    assert_int_equal(sum->line, 6);
    assert_int_equal(sum->inlined_line, 10);
    const PtxInstr *store = nth(f, PTX_OP_ST, 0);
    assert_int_equal(store->line, 11);
    assert_int_equal(store->inlined_line, 0);
}

/* copy.cu: eight functions deep in the headers, yet the copy belongs to line 8, the wait to 9, the sum to 11. */
static void library_code_belongs_to_the_line_that_called_it(void **state) {
    PtxModule *m = module_of(state, "copy");
    const PtxFunction *f = function_named(m, "copy");
    const PtxInstr *copy = nth(f, PTX_OP_CP_ASYNC, 0);
    assert_int_equal(copy->inlined_line, 8);
    assert_string_equal(m->files[copy->inlined_file], "copy.cu");
    assert_string_equal(m->files[copy->file], "include/cuda_pipeline_helpers.h");
    assert_int_equal(copy->space, PTX_SHARED);
    assert_int_equal(copy->space2, PTX_GLOBAL);
    assert_int_equal(copy->operand_count, 4);
    assert_int_equal(nth(f, PTX_OP_CP_ASYNC_WAIT_GROUP, 0)->inlined_line, 9);
    assert_int_equal(nth(f, PTX_OP_BAR, 0)->inlined_line, 9);
    assert_int_equal(nth(f, PTX_OP_REDUX, 0)->inlined_line, 11);
}

static void calls_name_their_target_and_parameters(void **state) {
    PtxModule *m = module_of(state, "calls");
    const PtxFunction *kernel = function_named(m, "calls"), *fib = function_named(m, "_Z3fibi");
    assert_true(kernel->is_entry);
    assert_string_equal(fib->source_name, "fib");
    assert_int_equal(count_of(fib, PTX_OP_CALL), 2);
    assert_int_equal(nth(fib, PTX_OP_CALL, 0)->operand[0].function, function_index(m, "_Z3fibi"));

    /* make, malloc, fib, free, vprintf, then two through pointers */
    static const char *const targets[] = {"_Z4make4Pairi", "malloc", "_Z3fibi", "free", "vprintf"};
    assert_int_equal(count_of(kernel, PTX_OP_CALL), 7);
    for (int i = 0; i < 5; i++)
        assert_string_equal(m->functions[nth(kernel, PTX_OP_CALL, i)->operand[0].function].name, targets[i]);
    const PtxInstr *make = nth(kernel, PTX_OP_CALL, 0);
    assert_int_equal(make->call_arg_count, 2);
    assert_int_equal(m->variables[make->call_args[0]].size, 24);
    assert_int_equal(m->variables[make->call_results[0]].size, 24);
    assert_int_equal(nth(kernel, PTX_OP_CALL, 3)->call_result_count, 0);
    const PtxInstr *indirect = nth(kernel, PTX_OP_CALL, 5);
    assert_int_equal(indirect->operand[0].kind, PTX_OPERAND_REG);
    assert_true(m->functions[indirect->prototype].is_prototype);
    assert_int_equal(m->functions[indirect->prototype].param_count, 1);
    assert_int_equal(m->functions[indirect->prototype].result_count, 1);
    const PtxVariable *table = variable_named(m, "table");
    assert_int_equal(table->relocs[1].function, function_index(m, "_Z6thricei"));
    assert_true(function_named(m, "malloc")->is_declaration);
}

static void texture_reads_keep_geometry_and_coordinates(void **state) {
    const PtxFunction *f = function_named(module_of(state, "texture"), "texture");
    const PtxInstr *plain = nth(f, PTX_OP_TEX, 0), *fetch = nth(f, PTX_OP_TEX, 1), *level = nth(f, PTX_OP_TEX, 2);
    assert_int_equal(plain->mode, PTX_TEX_2D);
    assert_int_equal(plain->operand[2].count, 2);
    assert_int_equal(fetch->mode, PTX_TEX_1D);
    assert_int_equal(fetch->type[1], PTX_S32);
    assert_int_equal(level->part, PTX_TEX_LEVEL);
    assert_int_equal(level->operand_count, 4);
    assert_int_equal(nth(f, PTX_OP_TLD4, 0)->part, PTX_TLD4_G);
}

static void clang_is_read_as_well(void **state) {
    PtxModule *m = module_of(state, "clang");
    assert_string_equal(m->target, "sm_80");
    assert_int_equal(m->version_major, 7);
    const PtxFunction *f = function_named(m, "kernel");
    assert_int_equal(count_of(f, PTX_OP_BAR), 1);
    assert_int_equal(nth(f, PTX_OP_BAR, 0)->line, 13);
    assert_int_equal(variable_named(m, "tile")->size, 16 * 17 * 4);
    const int32_t table[4] = {1, 2, -3, 0};
    assert_memory_equal(variable_named(m, "table")->init, table, sizeof table);
    const double offset = 1.5;
    assert_memory_equal(variable_named(m, "offset")->init, &offset, sizeof offset);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TEST(nothing_that_compilers_wrote_is_unknown),
        TEST(the_branches_of_a_kernel_meet_where_its_source_says),
        TEST(variables_have_the_names_of_the_source),
        TEST(inlined_code_knows_its_own_line_and_its_callers),
        TEST(library_code_belongs_to_the_line_that_called_it),
        TEST(calls_name_their_target_and_parameters),
        TEST(texture_reads_keep_geometry_and_coordinates),
        TEST(clang_is_read_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
