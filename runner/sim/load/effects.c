/* Which counters count instructions with an effect: those that may change memory, wait at a barrier, print, or read
 * a clock. While none of these counters grows, memory stays as it is, and a warp that comes back to an instruction
 * with the same registers repeats itself. deadlock.c checks that without a test at each instruction. */
#include "sim/load/load.h"

static bool reads_clock(const PtxInstr *instr) {
    for (int i = 0; i < instr->operand_count; i++)
        if (instr->operand[i].kind == PTX_OPERAND_SPECIAL && instr->operand[i].special >= PTX_CLOCK &&
            instr->operand[i].special <= PTX_GLOBALTIMER_HI)
            return true;
    return false;
}

static bool calls_service(const SimProgram *program, const PtxInstr *instr) {
    return instr->operand[0].kind == PTX_OPERAND_FUNCTION &&
           program->functions[instr->operand[0].function].service != SIM_SERVICE_NONE;
}

/* An atomic that returns the old value is no effect here: deadlock.c sees by that value whether it changed memory. */
static bool has_effect(const SimProgram *program, const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_STORE: return instr->space != PTX_PARAM;
    case PTX_KIND_TEXTURE: return instr->op == PTX_OP_SUST;
    case PTX_KIND_ATOMIC: return instr->op != PTX_OP_ATOM || instr->guard >= 0;
    case PTX_KIND_MBARRIER: return instr->op != PTX_OP_MBARRIER_TEST_WAIT && instr->op != PTX_OP_MBARRIER_TRY_WAIT;
    case PTX_KIND_CALL: return calls_service(program, instr);
    case PTX_KIND_COPY:
    case PTX_KIND_BARRIER: return true;
    default: return reads_clock(instr);
    }
}

void sim_find_effects(SimProgram *program, Arena *arena) {
    const PtxModule *module = program->module;
    bool *effect = arena_array(arena, bool, (size_t)program->pc_count + 1);
    for (uint32_t i = 0; i < module->function_count; i++)
        for (uint32_t j = 0; program->functions[i].loaded && j < module->functions[i].instr_count; j++)
            effect[program->pc_base[i] + j] = has_effect(program, &module->functions[i].instrs[j]);
    program->effects = arena_array(arena, uint32_t, program->counted_count + 1);
    for (size_t i = 0; i < program->counted_count; i++)
        if (effect[program->counted[i].pc]) program->effects[program->effect_count++] = program->counted[i].counter;
}
