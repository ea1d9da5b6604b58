/* What the assembler can prove about the registers of a function: how many low bits are zero, and whether all lanes
 * of a warp hold one value.
 *
 * Low zero bits show how an address is aligned. They hold for a register wherever it is written: every register
 * starts with ENOUGH of them, each of its definitions reduces that to what the definition keeps, and passes over the
 * text go on until nothing changes. An operation keeps zero bits only where ptxas of CUDA 13.0 was seen to know
 * them, by assembling small kernels for sm_90 and reading which loads it made wide: it knows them through bfi and
 * lop3, and not through min, max and shifts to the right. It knows the addresses of shared variables. */
#include "sim/load/assemble.h"

enum { ENOUGH = 4, MOST_PASSES = 16 }; /* ENOUGH zero bits: aligned to 16 bytes, the widest access */

static uint8_t trailing_zeros(uint64_t value) {
    int zeros = value == 0 ? ENOUGH : __builtin_ctzll(value);
    return (uint8_t)(zeros < ENOUGH ? zeros : ENOUGH);
}

static uint8_t least(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static uint8_t sum(uint8_t a, uint64_t b) {
    return (uint8_t)(b < ENOUGH && a + b < ENOUGH ? a + b : ENOUGH);
}

static SimProven of_constant(uint64_t value) {
    return (SimProven){.zeros = trailing_zeros(value), .uniform = true};
}

static SimProven of_symbol(const Decoder *decoder, const PtxOperand *operand) {
    SimProven proven = {.uniform = true};
    if (operand->variable < 0) return proven;
    const PtxVariable *variable = &decoder->module->variables[operand->variable];
    const SimPlace *place = &decoder->place[operand->variable];
    if (variable->space != PTX_SHARED || !place->known) return proven;
    proven.zeros = trailing_zeros(place->address + (uint64_t)operand->offset);
    return proven;
}

static bool is_uniform_special(int32_t special) {
    return special >= PTX_NTID_X && special <= PTX_NCTAID_Z; /* ntid, ctaid, nctaid */
}

static SimProven of_operand(const Decoder *decoder, const SimProven *known, const PtxOperand *operand) {
    switch (operand->kind) {
    case PTX_OPERAND_REG: return known[operand->reg];
    case PTX_OPERAND_IMM: return of_constant(operand->imm);
    case PTX_OPERAND_SYMBOL: return of_symbol(decoder, operand);
    case PTX_OPERAND_SPECIAL: return (SimProven){.uniform = is_uniform_special(operand->special)};
    default: return (SimProven){.uniform = false};
    }
}

/* Low zero bits of an integer operation's result, from those of its sources. */
static uint8_t zeros_of(const PtxInstr *instr, const uint8_t *source) {
    const PtxOperand *operand = instr->operand;
    switch (instr->op) {
    case PTX_OP_MOV:
    case PTX_OP_CVTA:
    case PTX_OP_CVT: return source[0];
    case PTX_OP_ADD:
    case PTX_OP_SUB:
    case PTX_OP_OR:
    case PTX_OP_XOR:
    case PTX_OP_SELP: return least(source[0], source[1]);
    case PTX_OP_AND: return source[0] > source[1] ? source[0] : source[1];
    case PTX_OP_MUL: return instr->part == PTX_MUL_HI ? 0 : sum(source[0], source[1]);
    case PTX_OP_MAD: return instr->part == PTX_MUL_HI ? 0 : least(sum(source[0], source[1]), source[2]);
    case PTX_OP_SHL: return operand[2].kind == PTX_OPERAND_IMM ? sum(source[0], operand[2].imm) : source[0];
    case PTX_OP_BFI:
        if (operand[3].kind != PTX_OPERAND_IMM) return 0;
        return least(sum(source[0], operand[3].imm), source[1]);
    case PTX_OP_LOP3:
        if (operand[4].kind != PTX_OPERAND_IMM || (operand[4].imm & 1) != 0) return 0;
        return least(least(source[0], source[1]), source[2]);
    default: return 0;
    }
}

static bool on_integers(const PtxInstr *instr) {
    for (int i = 0; i < 2; i++)
        if (ptx_type_float((PtxType)instr->type[i])) return false;
    return true;
}

static SimProven of_result(const Decoder *decoder, const SimProven *known, const PtxInstr *instr) {
    SimProven result = {.uniform = false};
    if (instr->op == PTX_OP_LD && instr->space == PTX_PARAM && decoder->is_kernel && instr->operand[1].reg < 0)
        return (SimProven){.uniform = instr->guard < 0};
    if (ptx_opcode[instr->op].kind != PTX_KIND_ALU) return result;
    uint8_t source[PTX_MAX_OPERANDS] = {0};
    result.uniform = instr->guard < 0;
    for (uint8_t i = 1; i < instr->operand_count; i++) {
        SimProven operand = of_operand(decoder, known, &instr->operand[i]);
        result.uniform &= operand.uniform;
        source[i - 1] = operand.zeros;
    }
    if (instr->operand_count > 1 && instr->operand[0].kind == PTX_OPERAND_REG && on_integers(instr))
        result.zeros = zeros_of(instr, source);
    return result;
}

typedef struct Joining {
    SimProven *known;
    SimProven result;
    bool changed;
} Joining;

static void join_definition(void *context, int32_t reg, bool written) {
    Joining *joining = context;
    SimProven *known = &joining->known[reg], before = *known;
    if (!written) return;
    known->zeros = least(known->zeros, joining->result.zeros);
    known->uniform &= joining->result.uniform;
    joining->changed |= known->zeros != before.zeros || known->uniform != before.uniform;
}

SimProven *sim_prove(const Decoder *decoder, const uint32_t *definitions) {
    const PtxFunction *function = decoder->function;
    SimProven *known = arena_array(decoder->arena, SimProven, (size_t)function->reg_count + 1);
    /* With several definitions, lanes may have different ones, so that the value is not uniform. */
    for (uint32_t i = 0; i < function->reg_count; i++)
        known[i] = (SimProven){.zeros = ENOUGH, .uniform = definitions[i] == 1};
    for (int pass = 0; pass < MOST_PASSES; pass++) {
        Joining joining = {.known = known};
        for (uint32_t i = 0; i < function->instr_count; i++) {
            joining.result = of_result(decoder, known, &function->instrs[i]);
            sim_each_register(&function->instrs[i], join_definition, &joining);
        }
        if (!joining.changed) return known;
    }
    for (uint32_t i = 0; i < function->reg_count; i++) known[i] = (SimProven){.uniform = false};
    return known;
}
