/* Strong loads and atomics whose value decides what their thread does.
 *
 *     if (atomicAdd(&arrived, 1) == last) count = 0;       decides
 *     *(volatile int *)count = atomicAdd(count, 0) + 1;    does not: with any other value the thread had stored as well
 *
 * Only a thread that checks the value of a word is in order after the access that made it: otherwise the thread would
 * have gone on with the value before that access, too (races/exact.c).
 *
 * A value decides if it, or what is computed from it by this function's registers, is the guard of a branch or of an
 * access, or if it leaves the registers for where this does not follow it: shared or local memory, a function that is
 * called, or the one that called this one. A value that goes to global memory alone decides nothing, and neither does
 * one that goes by a strong store to a shared variable from which the function reads by a strong load or an atomic. */
#include "sim/load/load.h"

typedef struct Decisions {
    const PtxFunction *function;
    const int32_t *origins; /* by register: from sim_shared_origins */
    bool *decides;          /* by register: its value does */
    bool changed, written;
} Decisions;

static void add_register(Decisions *decisions, int32_t reg) {
    if (reg < 0 || decisions->decides[reg]) return;
    decisions->decides[reg] = decisions->changed = true;
}

static void add_source(void *context, int32_t reg, bool written) {
    if (!written) add_register(context, reg);
}

static void find_written(void *context, int32_t reg, bool written) {
    Decisions *decisions = context;
    decisions->written |= written && decisions->decides[reg];
}

static bool writes_one_that_decides(Decisions *decisions, const PtxInstr *instr) {
    decisions->written = false;
    sim_each_register(instr, find_written, decisions);
    return decisions->written;
}

static void add_operand(Decisions *decisions, const PtxOperand *operand) {
    if (operand->kind == PTX_OPERAND_REG) add_register(decisions, operand->reg);
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        add_operand(decisions, &operand->elements[i]);
}

static bool is_strong(const PtxInstr *instr) {
    return (instr->flags & (PTX_VOLATILE | PTX_RELAXED | PTX_ACQUIRE | PTX_RELEASE | PTX_MMIO)) != 0;
}

/* The shared variable that the address lies in; -1 where that is not known. */
static int32_t variable_of(const Decisions *decisions, const PtxOperand *address) {
    if (address->variable >= 0 || address->reg < 0) return address->variable;
    return decisions->origins[address->reg];
}

/* Whether the value that is stored goes where it is not followed. */
static bool follows_not(const Decisions *decisions, const PtxInstr *store) {
    if (store->space == PTX_GLOBAL) return false;
    int32_t variable = variable_of(decisions, &store->operand[0]);
    bool updates = false;
    for (uint32_t i = 0; i < decisions->function->instr_count && is_strong(store) && variable >= 0 && !updates; i++) {
        const PtxInstr *read = &decisions->function->instrs[i];
        bool reads = read->op == PTX_OP_ATOM || (read->op == PTX_OP_LD && is_strong(read));
        updates = reads && read->operand_count > 1 && variable_of(decisions, &read->operand[1]) == variable;
    }
    return !updates;
}

/* The registers that decide by what this instruction does with them. */
static void visit(Decisions *decisions, const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_ALU:
    case PTX_KIND_WARP:
        if (writes_one_that_decides(decisions, instr)) sim_each_register(instr, add_source, decisions);
        return;
    case PTX_KIND_LOAD: break;
    case PTX_KIND_STORE:
        for (uint32_t i = 1; i < instr->operand_count && follows_not(decisions, instr); i++)
            add_operand(decisions, &instr->operand[i]);
        break;
    case PTX_KIND_ATOMIC:
        if (instr->atomic != PTX_ATOM_CAS || instr->operand_count < 3) break;
        /* compares memory with it */
        add_operand(decisions, &instr->operand[instr->operand_count - 2]);
        break;
    default: sim_each_register(instr, add_source, decisions); return; /* branches, calls, barriers and what is rare */
    }
    add_register(decisions, instr->guard);
}

const bool *sim_decides(Arena *arena, const PtxFunction *function, const int32_t *origins) {
    Decisions decisions = {
        .function = function, .origins = origins, .decides = arena_array(arena, bool, (size_t)function->reg_count + 1)};
    do {
        decisions.changed = false;
        for (uint32_t i = function->instr_count; i > 0; i--) visit(&decisions, &function->instrs[i - 1]);
    } while (decisions.changed);
    return decisions.decides;
}
