/* Which values a program compares with what it reads: undefined.c puts them where nobody wrote a value, so that the
 * comparison comes out the other way.
 *
 *     if (tile[t] == 12345) ...        12345
 *     if (tile[t] - 3 < n) ...         n + 2, n + 3 and n + 4, with the kernel's parameter n
 *     switch (tile[t] & 7) ...         the number of each case
 *
 * From the comparison of a register with a constant it is followed back which value a load must give for that:
 * through moves, conversions, additions of a constant and the like, over all instructions that write a register. What
 * goes by memory, or is computed from two values, is not followed. */
#include <string.h>

#include "base/text.h"
#include "finding_kinds.h"
#include "sim/load/load.h"
#include "sim/load/places.h"

#define NO_PARAM UINT32_MAX
enum { MOST_STEPS = 256, CONSTANT_DEPTH = 4 };

/* A value of so many bytes. */
typedef struct Wanted {
    uint64_t value;
    int bytes;
} Wanted;

typedef struct Compared {
    const SimProgram *program;
    const uint8_t *params;
    const uint32_t *param_at; /* by variable: NO_PARAM: not one of the kernel's parameters */
    const Result *result;
    SimComparedValues *values;
    /* of one function */
    const PtxFunction *function;
    bool *named;      /* by instruction: a finding about undefined values names its line */
    uint32_t *from;   /* by register: where in `writer` those instructions begin that write it */
    uint32_t *writer; /* instructions */
    uint32_t at;      /* the instruction that is visited */
    bool counting;
    uint32_t *traced; /* by register: the last search that came to it */
    uint32_t search;
    int steps; /* of this search */
} Compared;

static uint64_t cut(uint64_t value, int bytes) {
    return bytes >= 8 ? value : value & ((UINT64_C(1) << bytes * 8) - 1);
}

/* ---- what is found ----------------------------------------------------------------------------------------------- */

static bool is_in(const uint64_t *list, size_t count, uint64_t value) {
    for (size_t i = 0; i < count; i++)
        if (list[i] == value) return true;
    return false;
}

/* Whether a finding about undefined values names the line. */
static bool names_line(const Compared *compared, const Loc *loc) {
    for (size_t i = 0; i < compared->result->finding_count; i++) {
        const Finding *finding = &compared->result->findings[i];
        if (finding->kind == FINDING_UNINITIALISED && finding->loc.line == loc->line &&
            text_equal(finding->loc.file, loc->file))
            return true;
    }
    return false;
}

/* Of what one line reads the values come first. */
static void found(const Compared *compared, Wanted wanted, uint32_t at) {
    SimComparedValues *values = compared->values;
    uint64_t value = cut(wanted.value, wanted.bytes);
    for (int bytes = wanted.bytes; bytes < 8; bytes *= 2) value |= value << bytes * 8;
    if (is_in(values->named, values->named_count, value)) return;
    if (compared->named[at]) {
        if (values->named_count < SIM_MOST_COMPARED) values->named[values->named_count++] = value;
    } else if (values->other_count < SIM_MOST_COMPARED && !is_in(values->other, values->other_count, value))
        values->other[values->other_count++] = value;
}

static bool is_whole(const PtxInstr *instr) {
    return !ptx_type_float(instr->type[0]) && instr->type[0] != PTX_PRED;
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

static uint32_t writers_of(const Compared *compared, int32_t reg) {
    return compared->from[reg + 1] - compared->from[reg];
}

static bool is_from_kernel_param(const Compared *compared, const PtxInstr *load) {
    const PtxOperand *from = &load->operand[1];
    return load->space == PTX_PARAM && from->kind == PTX_OPERAND_ADDRESS && from->reg < 0 && from->variable >= 0 &&
           compared->param_at[from->variable] != NO_PARAM;
}

static bool load_param(const Compared *compared, const PtxInstr *load, uint64_t *value) {
    const PtxOperand *from = &load->operand[1];
    int bytes = ptx_type_bytes(load->type[0]);
    if (!is_from_kernel_param(compared, load) || load->vector > 1 || bytes < 1 || bytes > 8 || from->offset < 0 ||
        (uint64_t)from->offset + (uint64_t)bytes > compared->program->module->variables[from->variable].size)
        return false;
    *value = 0;
    memcpy(value, compared->params + compared->param_at[from->variable] + from->offset, (size_t)bytes);
    if (ptx_type_signed(load->type[0]) && bytes < 8 && *value >> (bytes * 8 - 1)) *value |= ~cut(UINT64_MAX, bytes);
    return true;
}

/* An immediate, a kernel's parameter, or a register that holds nothing else, or the sum of two such. */
static bool is_constant_in(const Compared *compared, const PtxOperand *operand, uint64_t *value, int depth) {
    if (operand->kind == PTX_OPERAND_IMM) *value = operand->imm;
    if (operand->kind == PTX_OPERAND_IMM) return true;
    if (operand->kind != PTX_OPERAND_REG || writers_of(compared, operand->reg) != 1 || depth == 0) return false;
    const PtxInstr *writer = &compared->function->instrs[compared->writer[compared->from[operand->reg]]];
    uint64_t added = 0;
    if (writer->guard >= 0) return false;
    if (writer->op == PTX_OP_LD) return load_param(compared, writer, value);
    if (writer->op == PTX_OP_MOV && writer->operand_count == 2)
        return is_constant_in(compared, &writer->operand[1], value, depth - 1);
    if (writer->op != PTX_OP_ADD || !is_whole(writer) ||
        !is_constant_in(compared, &writer->operand[1], value, depth - 1) ||
        !is_constant_in(compared, &writer->operand[2], &added, depth - 1))
        return false;
    *value += added;
    return true;
}

static bool is_constant(const Compared *compared, const PtxOperand *operand, uint64_t *value) {
    return is_constant_in(compared, operand, value, CONSTANT_DEPTH);
}

/* ---- one step back ----------------------------------------------------------------------------------------------- */

/* The number by which `factor`, an odd one, must be multiplied to give 1. */
static uint64_t inverse(uint64_t factor) {
    uint64_t x = factor;
    for (int i = 0; i < 6; i++) x *= 2 - factor * x;
    return x;
}

/* What x must be for op(x, c), or for op(c, x) where swapped, to give the value; false: nothing known. */
static bool undo(const PtxInstr *instr, uint64_t c, bool swapped, Wanted *wanted) {
    uint64_t *value = &wanted->value;
    switch (instr->op) {
    case PTX_OP_ADD: *value -= c; return true;
    case PTX_OP_SUB: *value = swapped ? c - *value : *value + c; return true;
    case PTX_OP_XOR: *value ^= c; return true;
    case PTX_OP_AND:
    case PTX_OP_OR:
    case PTX_OP_MIN:
    case PTX_OP_MAX: return true;
    case PTX_OP_SHL: *value = c < 64 ? *value >> c : 0; return !swapped;
    case PTX_OP_SHR: *value = c < 64 ? *value << c : 0; return !swapped;
    case PTX_OP_MUL:
        if (instr->part == PTX_MUL_HI || c == 0) return false;
        *value = *value % c == 0 ? *value / c : c & 1 ? *value * inverse(c) : *value;
        return true;
    default: return false;
    }
}

static void trace(Compared *compared, const PtxOperand *operand, Wanted wanted);

static void trace_pair(Compared *compared, const PtxInstr *instr, Wanted wanted) {
    for (int i = 1; i < 3; i++) {
        uint64_t c;
        Wanted before = wanted;
        if (!is_constant(compared, &instr->operand[3 - i], &c)) continue;
        before.bytes = ptx_type_bytes(instr->type[0]);
        before.value = instr->part == PTX_MUL_WIDE ? wanted.value : cut(wanted.value, before.bytes);
        if (undo(instr, cut(c, before.bytes), i == 2, &before)) trace(compared, &instr->operand[i], before);
    }
}

static void trace_product_and_sum(Compared *compared, const PtxInstr *instr, Wanted wanted) {
    uint64_t added;
    PtxInstr product = *instr;
    if (!is_constant(compared, &instr->operand[3], &added)) return;
    product.op = PTX_OP_MUL;
    wanted.value -= added;
    trace_pair(compared, &product, wanted);
}

/* The instruction's result is wanted so: what are its operands then? */
static void step_back(Compared *compared, uint32_t at, Wanted wanted) {
    const PtxInstr *instr = &compared->function->instrs[at];
    const PtxOperand *first = &instr->operand[1];
    switch (instr->op) {
    case PTX_OP_MOV:
        if (instr->operand[0].kind == PTX_OPERAND_REG) trace(compared, first, wanted);
        return;
    case PTX_OP_CVT:
        wanted.bytes = ptx_type_bytes(instr->type[1]);
        if (is_whole(instr) && !ptx_type_float(instr->type[1])) trace(compared, first, wanted);
        return;
    case PTX_OP_NOT: wanted.value = ~wanted.value; break;
    case PTX_OP_NEG: wanted.value = -wanted.value; break;
    case PTX_OP_ABS:
    case PTX_OP_SHFL: break;
    case PTX_OP_SELP:
        trace(compared, first, wanted);
        trace(compared, &instr->operand[2], wanted);
        return;
    case PTX_OP_BFE: {
        uint64_t from;
        if (!is_constant(compared, &instr->operand[2], &from) || from > 63) return;
        wanted.value <<= from;
        break;
    }
    case PTX_OP_MAD:
        if (is_whole(instr)) trace_product_and_sum(compared, instr, wanted);
        return;
    default:
        if (is_whole(instr) && instr->operand_count == 3) trace_pair(compared, instr, wanted);
        return;
    }
    if (is_whole(instr)) trace(compared, first, wanted);
}

/* The operand, which the instruction being visited reads, is wanted so. */
static void trace(Compared *compared, const PtxOperand *operand, Wanted wanted) {
    if (operand->kind != PTX_OPERAND_REG || wanted.bytes <= 0 || compared->traced[operand->reg] == compared->search)
        return;
    compared->traced[operand->reg] = compared->search;
    if (writers_of(compared, operand->reg) == 0) found(compared, wanted, compared->at);
    for (uint32_t i = compared->from[operand->reg]; i < compared->from[operand->reg + 1]; i++) {
        uint32_t at = compared->writer[i];
        const PtxInstr *instr = &compared->function->instrs[at];
        PtxKind kind = ptx_opcode[instr->op].kind;
        if (compared->steps++ == MOST_STEPS) return;
        bool loads = kind == PTX_KIND_LOAD && instr->space != PTX_CONST && !is_from_kernel_param(compared, instr);
        if (loads || kind == PTX_KIND_ATOMIC)
            found(compared, (Wanted){wanted.value, ptx_type_bytes(instr->type[0])}, at);
        else if (kind == PTX_KIND_ALU || instr->op == PTX_OP_SHFL) {
            if (compared->named[at]) found(compared, wanted, at); /* a register, or a lane, without a value */
            step_back(compared, at, wanted);
        }
    }
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */

static void trace_from(Compared *compared, const PtxOperand *operand, uint64_t value, int bytes) {
    compared->steps = 0;
    compared->search++;
    if (operand->kind == PTX_OPERAND_REG && compared->named[compared->at])
        found(compared, (Wanted){value, bytes}, compared->at); /* the register may have no value here */
    trace(compared, operand, (Wanted){value, bytes});
}

static void visit_comparison(Compared *compared, const PtxInstr *instr) {
    int bytes = ptx_type_bytes(instr->type[instr->op == PTX_OP_SET]);
    bool equal = instr->compare == PTX_EQ || instr->compare == PTX_NE;
    for (int i = 1; i < 3; i++) {
        uint64_t c;
        if (!is_constant(compared, &instr->operand[3 - i], &c)) continue;
        trace_from(compared, &instr->operand[i], c, bytes);
        if (equal) continue;
        trace_from(compared, &instr->operand[i], c - 1, bytes);
        trace_from(compared, &instr->operand[i], c + 1, bytes);
    }
}

static void visit(Compared *compared) {
    const PtxInstr *instr = &compared->function->instrs[compared->at];
    uint64_t c;
    if (instr->op == PTX_OP_SETP || instr->op == PTX_OP_SET) visit_comparison(compared, instr);
    if (instr->op == PTX_OP_BRX)
        for (uint32_t i = 0; i < instr->target_count && i < SIM_MOST_COMPARED; i++)
            trace_from(compared, &instr->operand[0], i, 4);
    if (instr->op == PTX_OP_ATOM && instr->atomic == PTX_ATOM_CAS && is_constant(compared, &instr->operand[2], &c))
        found(compared, (Wanted){c, ptx_type_bytes(instr->type[0])}, compared->at);
}

static void note_writer(void *context, int32_t reg, bool written) {
    Compared *compared = context;
    if (!written) return;
    if (compared->counting)
        compared->from[reg + 2]++;
    else
        compared->writer[compared->from[reg + 1]++] = compared->at;
}

/* Afterwards from[reg] to from[reg + 1] are the register's. */
static void find_writers(Compared *compared, Arena *arena) {
    const PtxFunction *function = compared->function;
    compared->from = arena_array(arena, uint32_t, (size_t)function->reg_count + 3);
    compared->traced = arena_array(arena, uint32_t, (size_t)function->reg_count + 1);
    compared->search = 0;
    for (int round = 0; round < 2; round++) {
        compared->counting = round == 0;
        for (compared->at = 0; compared->at < function->instr_count; compared->at++)
            sim_each_register(&function->instrs[compared->at], note_writer, compared);
        if (round != 0) return;
        for (uint32_t reg = 0; reg < function->reg_count; reg++) compared->from[reg + 2] += compared->from[reg + 1];
        compared->writer = arena_array(arena, uint32_t, (size_t)compared->from[function->reg_count + 1] + 1);
    }
}

static void find_named(Compared *compared, const Loc *loc, Arena *arena) {
    compared->named = arena_array(arena, bool, (size_t)compared->function->instr_count + 1);
    for (uint32_t i = 0; i < compared->function->instr_count; i++) compared->named[i] = names_line(compared, &loc[i]);
}

void sim_compared_values(const SimProgram *program, const uint8_t *params, const Result *result, Arena *arena,
                         SimComparedValues *values) {
    const PtxModule *module = program->module;
    uint32_t *param_at = arena_array(arena, uint32_t, (size_t)module->variable_count + 1);
    uint64_t size = 0;
    int32_t kernel = (int32_t)(program->kernel->source - module->functions);
    Compared compared = {
        .program = program, .params = params, .param_at = param_at, .result = result, .values = values};
    *values = (SimComparedValues){.named_count = 0};
    for (uint32_t i = 0; i < module->variable_count; i++) param_at[i] = NO_PARAM;
    if (sim_place_params(module, kernel, param_at, &size) != NULL) return;
    for (uint32_t f = 0; f < module->function_count; f++) {
        if (!program->functions[f].loaded || module->functions[f].instr_count == 0) continue;
        compared.function = &module->functions[f];
        find_named(&compared, &program->pc_loc[program->pc_base[f]], arena);
        find_writers(&compared, arena);
        for (compared.at = 0; compared.at < compared.function->instr_count; compared.at++) visit(&compared);
    }
}
