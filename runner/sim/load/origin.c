/* Where an address comes from: which shared variable it was computed from, where that is certain; and of one address,
 * which register or variable it is a constant away from.
 *
 * Variables of shared memory lie side by side, so that an index beyond the end of one is inside the next, in bounds.
 * How the address was computed shows the error: `mov` of one variable's address, plus numbers. For each register the
 * results of all its definitions are joined, whatever their order: a number, an address within one variable, or
 * anything else (pointers to one of two variables, differences of pointers). Only in the second case is the variable
 * known. */
#include "sim/load/load.h"

enum { UNSEEN = -3, NUMBER = -2, MIXED = -1, MOST_ROUNDS = 16 }; /* other values: the index of a variable */

static int32_t join(int32_t a, int32_t b) {
    return a == b || b == UNSEEN ? a : a == UNSEEN ? b : MIXED;
}

static int32_t origin_of_operand(const PtxModule *module, const int32_t *origins, const PtxOperand *operand) {
    if (operand->kind == PTX_OPERAND_REG) return origins[operand->reg];
    if (operand->kind != PTX_OPERAND_SYMBOL) return NUMBER;
    const PtxVariable *variable = &module->variables[operand->variable];
    return variable->space == PTX_SHARED && !variable->is_extern && variable->size > 0 ? operand->variable : MIXED;
}

static int32_t sum(int32_t a, int32_t b) {
    if (a == NUMBER) return b;
    if (b == NUMBER) return a;
    return a == UNSEEN || b == UNSEEN ? UNSEEN : MIXED;
}

/* What an instruction's result is. The result of any instruction but a move or an addition is a number, if no
 * operand is an address. */
static int32_t origin_of_result(const PtxModule *module, const int32_t *origins, const PtxInstr *instr) {
    int32_t of[PTX_MAX_OPERANDS] = {0}, all = NUMBER;
    uint32_t first = ptx_opcode[instr->op].destinations, count = instr->operand_count;
    for (uint32_t i = first; i < count; i++) {
        of[i] = origin_of_operand(module, origins, &instr->operand[i]);
        all = of[i] == NUMBER || instr->operand[i].kind == PTX_OPERAND_ADDRESS ? all : all == NUMBER ? of[i] : MIXED;
    }
    switch (instr->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT: return count == 2 ? of[1] : all == NUMBER ? NUMBER : MIXED;
    case PTX_OP_ADD: return count == 3 ? sum(of[1], of[2]) : MIXED;
    case PTX_OP_SUB: return count == 3 && of[2] == NUMBER ? of[1] : all == NUMBER || all == UNSEEN ? all : MIXED;
    case PTX_OP_MAD:
        return count == 4 && of[1] == NUMBER && of[2] == NUMBER ? of[3] : all == NUMBER || all == UNSEEN ? all : MIXED;
    default: return all == NUMBER || all == UNSEEN ? all : MIXED;
    }
}

typedef struct Definition {
    int32_t *origins;
    int32_t origin;
    bool changed;
} Definition;

static void define(void *context, int32_t reg, bool written) {
    Definition *definition = context;
    if (!written) return;
    int32_t joined = join(definition->origins[reg], definition->origin);
    definition->changed = definition->changed || joined != definition->origins[reg];
    definition->origins[reg] = joined;
}

const int32_t *sim_shared_origins(Arena *arena, const PtxModule *module, const PtxFunction *function) {
    int32_t *origins = arena_array(arena, int32_t, (size_t)function->reg_count + 1);
    for (uint32_t i = 0; i < function->reg_count; i++) origins[i] = UNSEEN;
    Definition definition = {.origins = origins, .changed = true};
    for (int round = 0; definition.changed && round < MOST_ROUNDS; round++) {
        definition.changed = false;
        for (uint32_t i = 0; i < function->instr_count; i++) {
            definition.origin = origin_of_result(module, origins, &function->instrs[i]);
            sim_each_register(&function->instrs[i], define, &definition);
        }
    }
    for (uint32_t i = 0; i < function->reg_count; i++) /* the rounds did not converge, or no variable: not certain */
        if (definition.changed || origins[i] < 0) origins[i] = MIXED;
    return origins;
}

/* ---- one address ------------------------------------------------------------------------------------------------- */

enum { MOST_STEPS = 8 };

/* Replaces the address's register by the operand from which the instruction computed it; false where the instruction
 * is no mov, cvta or add of a constant. */
static bool step_back(const PtxInstr *instr, SimAddress *address) {
    const PtxOperand *from = &instr->operand[1];
    bool adds = instr->op == PTX_OP_ADD && instr->operand_count == 3 && instr->operand[2].kind == PTX_OPERAND_IMM;
    bool moves = (instr->op == PTX_OP_MOV || instr->op == PTX_OP_CVTA) && instr->operand_count == 2;
    if (instr->guard >= 0 || (!adds && !moves)) return false;
    if (from->kind == PTX_OPERAND_SYMBOL && moves)
        *address = (SimAddress){-1, from->variable, address->offset + from->offset};
    else if (from->kind == PTX_OPERAND_REG)
        address->reg = from->reg;
    else
        return false;
    if (adds) address->offset = (int64_t)((uint64_t)address->offset + instr->operand[2].imm);
    return true;
}

SimAddress sim_address_of(const PtxFunction *function, const uint8_t *writes, const uint32_t *written,
                          const PtxOperand *operand) {
    SimAddress address = {operand->reg, operand->variable, operand->offset};
    for (int i = 0; i < MOST_STEPS && address.reg >= 0 && writes[address.reg] == 1; i++)
        if (!step_back(&function->instrs[written[address.reg]], &address)) break;
    return address;
}
