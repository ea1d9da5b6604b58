/* Where an address comes from: which shared variable, which of the function's parameters, or which pointer of the
 * kernel or variable of global memory it was computed from, where that is certain; and of one address, which register
 * or variable it is a constant away from.
 *
 * Variables of shared memory lie side by side, so that an index beyond the end of one is inside the next, in bounds.
 * How the address was computed shows the error: `mov` of one variable's address, plus numbers. For each register the
 * results of all its definitions are joined, whatever their order: a number, an address within one variable, or
 * anything else (pointers to one of two variables, differences of pointers). Only in the second case is the variable
 * known. Of a parameter the caller knows the variable (decode_call.c).
 *
 * Of global memory only the messages about accesses out of bounds ask, because an index that is far off leads next to
 * any allocation. A parameter of 64 bits may be an index there: products and shifts of it are numbers, and so is a
 * number less the parameter. What 64 bits of memory hold may be an address. */
#include "sim/load/load.h"

enum { UNSEEN = -3, NUMBER = -2, MIXED = -1, MOST_ROUNDS = 16 }; /* other values: the index of a variable */

static int32_t join(int32_t a, int32_t b) {
    return a == b || b == UNSEEN ? a : a == UNSEEN ? b : MIXED;
}

/* What is asked of a function. */
typedef enum Asked {
    ASKED_SHARED, /* shared variables */
    ASKED_PARAMS, /* its own parameters, by number */
    ASKED_GLOBAL  /* variables of global memory, and of a kernel its parameters */
} Asked;

typedef struct Origins {
    const PtxModule *module;
    const PtxFunction *function;
    int32_t *of; /* by register */
    Asked asked;
} Origins;

static int32_t origin_of_operand(const Origins *origins, const PtxOperand *operand) {
    if (operand->kind == PTX_OPERAND_REG) return origins->of[operand->reg];
    if (operand->kind != PTX_OPERAND_SYMBOL) return NUMBER;
    const PtxVariable *variable = &origins->module->variables[operand->variable];
    if (origins->asked == ASKED_PARAMS) return MIXED;
    if (origins->asked == ASKED_GLOBAL) return variable->space == PTX_GLOBAL ? operand->variable : MIXED;
    return variable->space == PTX_SHARED && !variable->is_extern && variable->size > 0 ? operand->variable : MIXED;
}

static int32_t sum(int32_t a, int32_t b) {
    if (a == NUMBER) return b;
    if (b == NUMBER) return a;
    return a == UNSEEN || b == UNSEEN ? UNSEEN : MIXED;
}

/* A parameter that may be an address, or a number. */
static int32_t param_of_load(const Origins *origins, const PtxInstr *load) {
    const PtxOperand *from = &load->operand[1];
    const PtxFunction *function = origins->function;
    bool of_global = origins->asked == ASKED_GLOBAL;
    if (ptx_type_bytes(load->type[0]) != 8) return NUMBER;
    if (load->space != PTX_PARAM || load->vector > 1) return of_global ? MIXED : NUMBER;
    int32_t param = from->reg < 0 && from->offset == 0 ? ptx_param_number(function, from->variable) : -1;
    if (param < 0) return MIXED;
    return !of_global ? param : function->is_entry ? from->variable : MIXED;
}

/* What an instruction's result is. The result of any instruction but a move or an addition is a number, if no
 * operand is an address. */
static int32_t origin_of_result(const Origins *origins, const PtxInstr *instr) {
    int32_t of[PTX_MAX_OPERANDS] = {0}, all = NUMBER;
    uint32_t first = ptx_opcode[instr->op].destinations, count = instr->operand_count;
    for (uint32_t i = first; i < count; i++) {
        of[i] = origin_of_operand(origins, &instr->operand[i]);
        all = of[i] == NUMBER || instr->operand[i].kind == PTX_OPERAND_ADDRESS ? all : all == NUMBER ? of[i] : MIXED;
    }
    bool of_global = origins->asked == ASKED_GLOBAL;
    switch (instr->op) {
    case PTX_OP_LD: return origins->asked != ASKED_SHARED ? param_of_load(origins, instr) : all;
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT: return count == 2 ? of[1] : all == NUMBER ? NUMBER : MIXED;
    case PTX_OP_ADD: return count == 3 ? sum(of[1], of[2]) : MIXED;
    case PTX_OP_SUB:
        if (of_global && count == 3 && of[1] == NUMBER) return NUMBER;
        return count == 3 && of[2] == NUMBER ? of[1] : all == NUMBER || all == UNSEEN ? all : MIXED;
    case PTX_OP_MUL:
    case PTX_OP_SHL:
        if (of_global) return NUMBER;
        return all == NUMBER || all == UNSEEN ? all : MIXED;
    case PTX_OP_MAD:
        if (of_global && count == 4) return of[3];
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

static const int32_t *find_origins(Origins *origins) {
    const PtxFunction *function = origins->function;
    for (uint32_t i = 0; i < function->reg_count; i++) origins->of[i] = UNSEEN;
    Definition definition = {.origins = origins->of, .changed = true};
    for (int round = 0; definition.changed && round < MOST_ROUNDS; round++) {
        definition.changed = false;
        for (uint32_t i = 0; i < function->instr_count; i++) {
            definition.origin = origin_of_result(origins, &function->instrs[i]);
            sim_each_register(&function->instrs[i], define, &definition);
        }
    }
    for (uint32_t i = 0; i < function->reg_count; i++) /* the rounds did not converge, or no variable: not certain */
        if (definition.changed || origins->of[i] < 0) origins->of[i] = MIXED;
    return origins->of;
}

const int32_t *sim_shared_origins(Arena *arena, const PtxModule *module, const PtxFunction *function) {
    int32_t *of = arena_array(arena, int32_t, (size_t)function->reg_count + 1);
    return find_origins(&(Origins){.module = module, .function = function, .of = of});
}

const int32_t *sim_param_origins(Arena *arena, const PtxModule *module, const PtxFunction *function) {
    if (function->is_entry) return NULL;
    int32_t *of = arena_array(arena, int32_t, (size_t)function->reg_count + 1);
    return find_origins(&(Origins){.module = module, .function = function, .of = of, .asked = ASKED_PARAMS});
}

const int32_t *sim_global_origins(Arena *arena, const PtxModule *module, const PtxFunction *function) {
    int32_t *of = arena_array(arena, int32_t, (size_t)function->reg_count + 1);
    return find_origins(&(Origins){.module = module, .function = function, .of = of, .asked = ASKED_GLOBAL});
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
