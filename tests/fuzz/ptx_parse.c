/* libFuzzer target: any bytes are refused with an error or become a module whose indices all lie in range. */
#include <stdlib.h>

#include "ptx/ptx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition) {
    if (!condition) abort();
}

static void check_operand(const PtxModule *module, const PtxFunction *function, const PtxOperand *operand) {
    require(operand->kind != PTX_OPERAND_REG || (operand->reg >= 0 && (uint32_t)operand->reg < function->reg_count));
    require(operand->reg < (int64_t)function->reg_count);
    require(operand->variable < (int64_t)module->variable_count);
    require(operand->function < (int64_t)module->function_count);
    require(operand->special < PTX_SPECIAL_COUNT);
    require(operand->kind != PTX_OPERAND_LABEL || operand->target <= function->instr_count);
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        check_operand(module, function, &operand->elements[i]);
}

static void check_function(const PtxModule *module, const PtxFunction *function) {
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        require(instr->op < PTX_OP_COUNT && instr->file < module->file_count &&
                instr->inlined_file < module->file_count);
        require(instr->guard < (int64_t)function->reg_count && instr->reconverge <= function->instr_count);
        require((instr->op == PTX_OP_UNSUPPORTED) == (instr->text != NULL));
        for (int o = 0; o < instr->operand_count; o++) check_operand(module, function, &instr->operand[o]);
        if (instr->also.kind != PTX_OPERAND_NONE) check_operand(module, function, &instr->also);
        for (uint32_t t = 0; t < instr->target_count; t++) require(instr->targets[t] <= function->instr_count);
        for (uint32_t a = 0; a < instr->call_arg_count; a++)
            require((uint32_t)instr->call_args[a] < module->variable_count);
        for (uint32_t a = 0; a < instr->call_result_count; a++)
            require((uint32_t)instr->call_results[a] < module->variable_count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena *arena = arena_new();
    DiagList diags = diag_list(arena);
    PtxModule *module = ptx_parse((const char *)data, size, arena, &diags);
    require((module != NULL) == (diags.errors == 0));
    for (uint32_t f = 0; module != NULL && f < module->function_count; f++)
        check_function(module, &module->functions[f]);
    arena_free(arena);
    return 0;
}
