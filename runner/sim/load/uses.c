/* What becomes of the values of strong loads and atomics.
 *
 *     if (atomicAdd(&arrived, 1) == last) count = 0;       the value decides what the thread does
 *     *(volatile int *)count = atomicAdd(count, 0) + 1;    it does not: with any other value the thread had stored as
 *                                                          well. It is carried into memory
 *
 * Only a thread that checks the value of a word is in order after the access that made it: otherwise the thread would
 * have gone on with the value before that access, too. And a value that is only checked, in a function that has fences,
 * is one of a protocol: the thread does the one thing or the other, and each is right (races/exact.c).
 *
 * A value decides if it, or what is computed from it by this function's registers, is the guard of a branch or of an
 * access, or if it leaves the registers for where this does not follow it: shared or local memory, a function that is
 * called, or the one that called this one. One that goes to global memory alone decides nothing, and neither does one
 * that goes by a strong store to a shared variable from which the function reads by a strong load or an atomic.
 *
 * A value is carried if it, or what is computed from it, is stored, is an address, or goes where this does not follow
 * it. It is followed through shared variables in functions that call none. */
#include "sim/load/load.h"

/* The instructions are visited from the last one to the first, so that a round is needed for each loop within others,
 * not for each instruction. Where more are, every value counts as one that is only checked. */
enum { MOST_ROUNDS = 64 };

typedef struct Uses {
    const PtxFunction *function;
    const int32_t *origins; /* by register: from sim_shared_origins */
    uint8_t *of;            /* by register: SIM_DECIDES, SIM_CARRIED */
    uint8_t *of_variable;   /* by the module's variable: the same of what lies there */
    uint8_t adding;         /* what the sources of the instruction being visited get */
    const bool *read;       /* by variable: the function reads it by a strong load or an atomic */
    bool calls;             /* the function calls others */
    bool changed;
} Uses;

static void add_register(Uses *uses, int32_t reg, unsigned use) {
    if (reg < 0 || (uses->of[reg] & use) == use) return;
    uses->of[reg] |= (uint8_t)use;
    uses->changed = true;
}

static void add_source(void *context, int32_t reg, bool written) {
    Uses *uses = context;
    if (!written) add_register(uses, reg, uses->adding);
}

static void find_written(void *context, int32_t reg, bool written) {
    Uses *uses = context;
    if (written) uses->adding |= uses->of[reg];
}

static void add_operand(Uses *uses, const PtxOperand *operand, unsigned use) {
    if (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) add_register(uses, operand->reg, use);
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        add_operand(uses, &operand->elements[i], use);
}

/* What the instruction writes is used so. */
static uint8_t use_of_results(Uses *uses, const PtxInstr *instr) {
    uses->adding = 0;
    sim_each_register(instr, find_written, uses);
    return uses->adding;
}

static void add_sources(Uses *uses, const PtxInstr *instr, unsigned use) {
    uses->adding = (uint8_t)use;
    sim_each_register(instr, add_source, uses);
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static bool is_strong(const PtxInstr *instr) {
    return (instr->flags & (PTX_VOLATILE | PTX_RELAXED | PTX_ACQUIRE | PTX_RELEASE | PTX_MMIO)) != 0;
}

/* The shared variable that the address lies in; -1 where that is not known. */
static int32_t variable_of(const Uses *uses, const PtxInstr *instr, const PtxOperand *address) {
    if (instr->space != PTX_SHARED && instr->space != PTX_GENERIC) return -1;
    if (address->reg >= 0) return uses->origins[address->reg];
    return instr->space == PTX_SHARED ? address->variable : -1;
}

static void find_read(const Uses *uses, bool *read) {
    for (uint32_t i = 0; i < uses->function->instr_count; i++) {
        const PtxInstr *instr = &uses->function->instrs[i];
        bool reads = instr->op == PTX_OP_ATOM || (instr->op == PTX_OP_LD && is_strong(instr));
        int32_t variable = reads && instr->operand_count > 1 ? variable_of(uses, instr, &instr->operand[1]) : -1;
        if (variable >= 0) read[variable] = true;
    }
}

static unsigned use_of_stored(const Uses *uses, const PtxInstr *store) {
    if (store->space == PTX_GLOBAL) return SIM_CARRIED;
    int32_t variable = variable_of(uses, store, &store->operand[0]);
    if (variable < 0 || uses->calls) return SIM_DECIDES | SIM_CARRIED;
    if (is_strong(store) && uses->read[variable]) return SIM_CARRIED;
    return SIM_DECIDES | uses->of_variable[variable];
}

static void note_read(Uses *uses, const PtxInstr *read) {
    int32_t variable = read->operand_count > 1 ? variable_of(uses, read, &read->operand[1]) : -1;
    uint8_t use = variable >= 0 ? use_of_results(uses, read) : 0;
    if (variable < 0 || (uses->of_variable[variable] & use) == use) return;
    uses->of_variable[variable] |= use;
    uses->changed = true;
}

static void visit_access(Uses *uses, const PtxInstr *instr) {
    bool stores = ptx_opcode[instr->op].kind == PTX_KIND_STORE, loads = ptx_opcode[instr->op].kind == PTX_KIND_LOAD;
    uint32_t address = ptx_opcode[instr->op].destinations;
    bool compares = instr->op == PTX_OP_ATOM && instr->atomic == PTX_ATOM_CAS;
    unsigned use = stores ? use_of_stored(uses, instr) : SIM_CARRIED;
    for (uint32_t i = address; i < instr->operand_count; i++)
        add_operand(uses, &instr->operand[i],
                    i == address                   ? SIM_CARRIED
                    : compares && i == address + 1 ? SIM_DECIDES
                                                   : use);
    add_register(uses, instr->guard, SIM_DECIDES);
    if (loads || instr->op == PTX_OP_ATOM) note_read(uses, instr);
}

/* ---- a function -------------------------------------------------------------------------------------------------- */

static void visit(Uses *uses, const PtxInstr *instr) {
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_ALU:
    case PTX_KIND_WARP: add_sources(uses, instr, use_of_results(uses, instr)); return;
    case PTX_KIND_LOAD:
    case PTX_KIND_STORE:
    case PTX_KIND_ATOMIC: visit_access(uses, instr); return;
    case PTX_KIND_BRANCH:
    case PTX_KIND_EXIT:
    case PTX_KIND_BARRIER: add_sources(uses, instr, SIM_DECIDES | use_of_results(uses, instr)); return;
    case PTX_KIND_FENCE:
    case PTX_KIND_HINT: return;
    default: add_sources(uses, instr, SIM_DECIDES | SIM_CARRIED); return;
    }
}

const uint8_t *sim_uses(Arena *arena, const PtxModule *module, const PtxFunction *function, const int32_t *origins) {
    Uses uses = {.function = function,
                 .origins = origins,
                 .of = arena_array(arena, uint8_t, (size_t)function->reg_count + 1),
                 .of_variable = arena_array(arena, uint8_t, (size_t)module->variable_count + 1)};
    bool *read = arena_array(arena, bool, (size_t)module->variable_count + 1);
    uses.read = read;
    find_read(&uses, read);
    for (uint32_t i = 0; i < function->instr_count; i++)
        uses.calls |= ptx_opcode[function->instrs[i].op].kind == PTX_KIND_CALL;
    uses.changed = true;
    for (int round = 0; uses.changed && round < MOST_ROUNDS; round++) {
        uses.changed = false;
        for (uint32_t i = function->instr_count; i > 0; i--) visit(&uses, &function->instrs[i - 1]);
    }
    for (uint32_t reg = 0; uses.changed && reg < function->reg_count; reg++) uses.of[reg] = SIM_DECIDES;
    return uses.of;
}

bool sim_has_fence(const PtxFunction *function) {
    bool any = false;
    for (uint32_t i = 0; i < function->instr_count; i++)
        any |= ptx_opcode[function->instrs[i].op].kind == PTX_KIND_FENCE;
    return any;
}
