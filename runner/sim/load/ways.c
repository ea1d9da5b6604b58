/* Where a thread may come to from an instruction, by what is known of it because it came there.
 *
 *     if (threadIdx.x == 0) flag = 1;
 *     if (threadIdx.x == 64) while (flag == 0) continue;
 *
 * The thread that stores is number 0, and so none that waits. Looked at are branches on the comparison of a constant
 * with a number that stays the same as long as the thread runs: threadIdx, a parameter, what is computed from them. An
 * instruction to which no way leads but by one side of such a branch says in which range that number is, and that says
 * of later branches on it which side the thread takes. */
#include "sim/load/load.h"

enum { MOST_STEPS = 8, MOST_BRANCHES = 64 };

/* The numbers from low to high, as signed ones or as unsigned ones. */
typedef struct Range {
    int32_t reg;
    bool is_signed;
    int64_t low, high;
} Range;

/* reg compared with a constant */
typedef struct Condition {
    int32_t reg;
    bool is_signed;
    PtxCompare compare;
    int64_t constant;
} Condition;

typedef struct Ways {
    SimFlow *flow;
    const PtxFunction *function;
    const uint8_t *writes;
    const uint32_t *written;
    Range known[MOST_BRANCHES];
    uint32_t known_count;
    uint32_t without, side; /* a side of a branch that is not gone: its index among the successors */
} Ways;

/* ---- numbers that stay the same ---------------------------------------------------------------------------------- */

static bool stays_same(const Ways *ways, const PtxOperand *operand, int steps);

static bool written_once_alike(const Ways *ways, const PtxInstr *writer, int steps) {
    if (writer->guard >= 0) return false;
    if (writer->op == PTX_OP_LD)
        return writer->space == PTX_PARAM && ways->function->is_entry && writer->operand[1].reg < 0;
    if (ptx_opcode[writer->op].kind != PTX_KIND_ALU || writer->operand[0].kind != PTX_OPERAND_REG) return false;
    for (uint32_t i = 1; i < writer->operand_count; i++)
        if (!stays_same(ways, &writer->operand[i], steps)) return false;
    return true;
}

/* What is found of a register is kept: a tree of operands may have the same one thousands of times, and every branch on
 * it asks again. */
static bool stays_same(const Ways *ways, const PtxOperand *operand, int steps) {
    bool found;
    if (operand->kind == PTX_OPERAND_IMM) return true;
    if (operand->kind == PTX_OPERAND_SPECIAL) {
        sim_special_row(operand->special, &found);
        return found;
    }
    if (operand->kind != PTX_OPERAND_REG || ways->writes[operand->reg] != 1 || steps == 0) return false;
    SimFlow *flow = ways->flow;
    uint16_t depth = (uint16_t)(1u << steps);
    if (!(flow->same_known[operand->reg] & depth)) {
        const PtxInstr *writer = &ways->function->instrs[ways->written[operand->reg]];
        if (written_once_alike(ways, writer, steps - 1)) flow->same[operand->reg] |= depth;
        flow->same_known[operand->reg] |= depth;
    }
    return flow->same[operand->reg] & depth;
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

static PtxCompare opposite(PtxCompare compare) {
    switch (compare) {
    case PTX_EQ: return PTX_NE;
    case PTX_NE: return PTX_EQ;
    case PTX_LT: return PTX_GE;
    case PTX_GE: return PTX_LT;
    case PTX_GT: return PTX_LE;
    default: return PTX_GT;
    }
}

/* The condition on which the guard lets a lane execute the instruction. */
static bool condition_of(const Ways *ways, const PtxInstr *instr, Condition *condition) {
    if (instr->guard < 0 || ways->writes[instr->guard] != 1) return false;
    const PtxInstr *setp = &ways->function->instrs[ways->written[instr->guard]];
    int bytes = ptx_type_bytes(setp->type[0]);
    bool is_signed = ptx_type_signed(setp->type[0]);
    if (setp->op != PTX_OP_SETP || setp->guard >= 0 || setp->operand_count != 3 || ptx_type_float(setp->type[0]) ||
        setp->operand[0].reg != instr->guard || setp->compare < PTX_EQ || setp->compare > PTX_GE ||
        setp->operand[1].kind != PTX_OPERAND_REG || setp->operand[2].kind != PTX_OPERAND_IMM || bytes < 4 ||
        !stays_same(ways, &setp->operand[1], MOST_STEPS))
        return false;
    int64_t constant = (int64_t)setp->operand[2].imm;
    if (bytes == 4) constant = is_signed ? (int32_t)constant : (int64_t)(uint32_t)constant;
    if (!is_signed && constant < 0) return false;
    PtxCompare compare = instr->guard_negated ? opposite(setp->compare) : (PtxCompare)setp->compare;
    *condition = (Condition){setp->operand[1].reg, is_signed, compare, constant};
    return true;
}

/* The same numbers as signed and as unsigned ones. */
static bool reads_alike(const Range *range, const Condition *condition) {
    return range->reg == condition->reg &&
           (range->is_signed == condition->is_signed || (range->low >= 0 && range->high <= INT32_MAX));
}

static bool may_hold(const Range *range, PtxCompare compare, int64_t constant) {
    switch (compare) {
    case PTX_EQ: return range->low <= constant && constant <= range->high;
    case PTX_NE: return range->low != constant || range->high != constant;
    case PTX_LT: return range->low < constant;
    case PTX_LE: return range->low <= constant;
    case PTX_GT: return range->high > constant;
    default: return range->high >= constant;
    }
}

static void know(Ways *ways, const Condition *condition) {
    Range all = {condition->reg, condition->is_signed, INT64_MIN, INT64_MAX}, *range = NULL;
    if (!condition->is_signed) all.low = 0;
    for (uint32_t i = 0; i < ways->known_count; i++)
        if (reads_alike(&ways->known[i], condition)) range = &ways->known[i];
    if (condition->compare == PTX_NE || (range == NULL && ways->known_count == MOST_BRANCHES)) return;
    if (range == NULL) *(range = &ways->known[ways->known_count++]) = all;
    int64_t c = condition->constant, low = range->low, high = range->high;
    switch (condition->compare) {
    case PTX_EQ: low = high = c; break;
    case PTX_LT: high = c != INT64_MIN && c - 1 < high ? c - 1 : high; break;
    case PTX_LE: high = c < high ? c : high; break;
    case PTX_GT: low = c != INT64_MAX && c + 1 > low ? c + 1 : low; break;
    default: low = c > low ? c : low; break;
    }
    range->low = low;
    range->high = high;
}

/* ---- ways -------------------------------------------------------------------------------------------------------- */

/* Whether a thread of which that is known may go on from the instruction by this one of its successors. */
static bool may_go(const Ways *ways, uint32_t at, uint32_t side) {
    const PtxInstr *instr = &ways->function->instrs[at];
    Condition condition;
    if (at == ways->without && side == ways->side) return false;
    if (ways->known_count == 0 || instr->op != PTX_OP_BRA || !condition_of(ways, instr, &condition)) return true;
    PtxCompare compare = side == 1 ? condition.compare : opposite(condition.compare);
    for (uint32_t i = 0; i < ways->known_count; i++)
        if (reads_alike(&ways->known[i], &condition) && !may_hold(&ways->known[i], compare, condition.constant))
            return false;
    return true;
}

static void mark(const Ways *ways, uint32_t at, bool *marked) {
    SimFlow *flow = ways->flow;
    uint32_t waiting = 1, count = ways->function->instr_count;
    for (uint32_t i = 0; i < count; i++) marked[i] = false;
    flow->left[0] = at;
    while (waiting > 0) {
        uint32_t from = flow->left[--waiting];
        flow->work += ways->function->instrs[from].target_count;
        for (uint32_t i = 0, next; (next = sim_successors(ways->function, from, i)) != SIM_NO_MORE; i++) {
            if (next >= count || marked[next] || !may_go(ways, from, i)) continue;
            marked[next] = true;
            flow->left[waiting++] = next;
        }
    }
    flow->work += count;
}

/* What the way to the instruction says of numbers. */
static void find_known(Ways *ways, uint32_t at) {
    const PtxFunction *function = ways->function;
    Condition condition, known[2 * MOST_BRANCHES];
    uint32_t count = 0;
    for (uint32_t i = 0, branches = 0; i < function->instr_count && branches < MOST_BRANCHES && at != 0; i++) {
        if (function->instrs[i].op != PTX_OP_BRA || !condition_of(ways, &function->instrs[i], &condition)) continue;
        branches++;
        for (uint32_t side = 0; side < 2; side++) {
            ways->without = i;
            ways->side = side;
            mark(ways, 0, ways->flow->seen);
            if (ways->flow->seen[at]) continue;
            known[count] = condition; /* by this side alone */
            if (side == 0) known[count].compare = opposite(condition.compare);
            count++;
        }
    }
    ways->without = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) know(ways, &known[i]);
    if (condition_of(ways, &function->instrs[at], &condition)) know(ways, &condition);
}

void sim_mark_ways(SimFlow *flow, const uint8_t *writes, const uint32_t *written, uint32_t at, bool *marked) {
    Ways ways = {.flow = flow, .function = flow->function, .writes = writes, .written = written, .without = UINT32_MAX};
    find_known(&ways, at);
    mark(&ways, at, marked);
}
