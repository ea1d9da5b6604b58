/* What depends on the value of a load, and where one operand may decide alone (speculated.c says what for).
 *
 * What follows the load is looked over up to the first branch on a condition, branch back, store, barrier, call and the
 * like. What is still live at the end counts as used. Where every lane is sure to use the value, the load stays as it
 * is.
 *
 * The order of the source's operands is not always there to be seen:
 *
 *  - `part[0] != 0 && t == 0` reads in every lane. NVRTC and clang keep the order in a basic block, so that a
 *    comparison behind the load decides nothing. But one that stands in the source before the load was made anew, of
 *    two for instance; a byte that holds a bool is compared with 0 where it is used, wherever && stands; and where the
 *    code went on to another block, the compiler has moved the load or the comparison. Those decide.
 *  - `int first = part[0]; if (t == 0 && first != 0)` and `(t == 0) & (part[0] != 0)` become what
 *    `t == 0 && part[0] != 0` becomes, and (t | part[0]) != 0 becomes what `t != 0 || part[0] != 0` does. Lanes that
 *    ignore the value count as lanes that did not read: a right program must not be called wrong.
 *
 * Not seen is a load that the compiler took out of a loop in which only some rounds of some lanes would have read. */
#include "sim/load/speculated.h"

/* ---- values ------------------------------------------------------------------------------------------------------ */

static uint32_t bit(uint8_t value) {
    return value == SIM_NO_VALUE ? 0 : UINT32_C(1) << value;
}

static uint8_t value_of(const SpeculatedUses *uses, int32_t reg) {
    for (uint32_t i = uses->value_count; i > 0; i--)
        if (uses->reg[i - 1] == reg) return (uint8_t)(i - 1);
    return SIM_NO_VALUE;
}

static uint8_t new_value(SpeculatedUses *uses, int32_t reg) {
    if (uses->value_count == SIM_SPECULATED_VALUES) {
        uses->fails = true;
        return SIM_NO_VALUE;
    }
    uses->reg[uses->value_count] = reg;
    uses->tested_at[uses->value_count] = UINT32_MAX;
    return (uint8_t)uses->value_count++;
}

static SimStep *new_step(SpeculatedUses *uses, uint32_t at, SimStepKind kind) {
    if (uses->step_count == SPECULATED_STEPS) uses->fails = true;
    uint32_t index = uses->fails ? 0 : uses->step_count++;
    uses->at_of[index] = at;
    uses->steps[index] = (SimStep){
        .kind = (uint8_t)kind, .dest = SIM_NO_VALUE, .a = SIM_NO_VALUE, .b = SIM_NO_VALUE, .by = SIM_NO_VALUE};
    return &uses->steps[index];
}

static void note_register(void *context, int32_t reg, bool written) {
    SpeculatedRegisters *registers = context;
    uint8_t value = value_of(registers->uses, reg);
    if (written && registers->count < SPECULATED_WRITES)
        registers->written[registers->count++] = reg;
    else if (!written && value != SIM_NO_VALUE && registers->uses->tested_at[value] == registers->at)
        registers->values |= bit(registers->uses->tested[value]);
    else if (!written)
        registers->values |= bit(value);
}

SpeculatedRegisters sim_speculated_registers(const SpeculatedUses *uses, uint32_t at) {
    SpeculatedRegisters registers = {.uses = uses, .at = at};
    sim_each_register(&uses->function->instrs[at], note_register, &registers);
    return registers;
}

static void forget(SpeculatedUses *uses, const SpeculatedRegisters *registers) {
    for (uint32_t i = 0; i < registers->count; i++)
        for (uint32_t value = 0; value < uses->value_count; value++)
            if (uses->reg[value] == registers->written[i]) uses->reg[value] = -1;
}

bool sim_can_decide(const SpeculatedUses *uses, uint8_t value) {
    return (bit(value) & (uses->sure | uses->never)) == 0;
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static bool is_register(const PtxOperand *operand) {
    return operand->kind == PTX_OPERAND_REG;
}

static bool stands_before(const PtxInstr *instr, const PtxInstr *other) {
    bool same_text = instr->file == other->file && instr->inlined_file == other->inlined_file &&
                     instr->inlined_line == other->inlined_line;
    return same_text && instr->line != 0 &&
           (instr->line < other->line || (instr->line == other->line && instr->column < other->column));
}

/* Whether the instruction, which depends on no load, is a comparison that the source makes behind the load. */
static bool comes_too_late(const SpeculatedUses *uses, const PtxInstr *instr) {
    if (stands_before(instr, &uses->function->instrs[uses->load])) return false;
    bool compares = instr->op == PTX_OP_SETP || instr->op == PTX_OP_SET;
    bool of_bool = ptx_type_bytes(instr->type[0]) == 2 && instr->operand[2].kind == PTX_OPERAND_IMM;
    return compares && uses->same_block && !of_bool;
}

static void visit_mix(SpeculatedUses *uses, const SpeculatedRegisters *registers, uint32_t at, bool unknown,
                      uint32_t used) {
    forget(uses, registers);
    for (uint32_t i = 0; i < registers->count || i == 0; i++) {
        SimStep *step = new_step(uses, at, SIM_STEP_MIX);
        step->used = i == 0 ? used : 0;
        step->unknown = unknown;
        step->values = registers->values;
        if (i == registers->count || (registers->values == 0 && !unknown)) continue;
        step->dest = new_value(uses, registers->written[i]);
        if ((registers->values & uses->sure) != 0) uses->sure |= bit(step->dest);
        if (unknown || (registers->values & uses->never) != 0) uses->never |= bit(step->dest);
    }
}

/* The step gives a new value by one operand, or the other one alone. */
static uint8_t join(SpeculatedUses *uses, const SimStep *step, int32_t reg) {
    uint32_t a = bit(step->a), b = bit(step->b);
    bool a_alone = sim_can_decide(uses, step->a), b_alone = sim_can_decide(uses, step->b);
    bool sure = ((a & uses->sure) != 0 && !b_alone) || ((b & uses->sure) != 0 && !a_alone);
    bool never = ((a & uses->never) != 0 && !b_alone) || ((b & uses->never) != 0 && !a_alone);
    uint8_t dest = new_value(uses, reg);
    if (sure) uses->sure |= bit(dest);
    if (never) uses->never |= bit(dest);
    uses->narrowed |= (a != 0 && b_alone) || (b != 0 && a_alone);
    return dest;
}

static uint32_t predicate_of(const SpeculatedUses *uses, const PtxOperand *operand) {
    return uses->decoder->slot[operand->reg].operand | operand->negated;
}

static void visit_join(SpeculatedUses *uses, const SpeculatedRegisters *registers, uint32_t at) {
    const PtxInstr *instr = &uses->function->instrs[at];
    SimStep *step = new_step(uses, at, SIM_STEP_JOIN);
    step->is_and = instr->op == PTX_OP_AND;
    step->a = value_of(uses, instr->operand[1].reg);
    step->b = value_of(uses, instr->operand[2].reg);
    step->at = predicate_of(uses, &instr->operand[1]);
    step->bt = predicate_of(uses, &instr->operand[2]);
    forget(uses, registers);
    step->dest = join(uses, step, instr->operand[0].reg);
}

static void visit_select(SpeculatedUses *uses, const SpeculatedRegisters *registers, uint32_t at) {
    const PtxInstr *instr = &uses->function->instrs[at];
    SimStep *step = new_step(uses, at, SIM_STEP_SELECT);
    if (is_register(&instr->operand[1])) step->a = value_of(uses, instr->operand[1].reg);
    if (is_register(&instr->operand[2])) step->b = value_of(uses, instr->operand[2].reg);
    step->by = value_of(uses, instr->operand[3].reg);
    step->chosen = predicate_of(uses, &instr->operand[3]);
    uint32_t values = bit(step->a) | bit(step->b), by = bit(step->by);
    bool decides = sim_can_decide(uses, step->by);
    forget(uses, registers);
    step->dest = new_value(uses, instr->operand[0].reg);
    bool both = (bit(step->a) & uses->sure) != 0 && (bit(step->b) & uses->sure) != 0;
    if ((by & uses->sure) != 0 || both || (!decides && (values & uses->sure) != 0)) uses->sure |= bit(step->dest);
    if ((by & uses->never) != 0) uses->never |= bit(step->dest);
    uses->narrowed |= values != 0 && decides && !both;
}

/* ---- and, or of rows, of which a comparison asks for some bits --------------------------------------------------- */

static uint64_t ones(PtxType type) {
    int bytes = ptx_type_bytes(type);
    return bytes >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

static bool has_immediate(const PtxInstr *instr, PtxOp op, int32_t reg) {
    return instr->op == op && instr->guard < 0 && instr->operand_count > 2 && is_register(&instr->operand[1]) &&
           instr->operand[1].reg == reg && instr->operand[2].kind == PTX_OPERAND_IMM;
}

/* Finds the comparison right behind the instruction, or behind an `and` with a constant between. Whether an operand
 * may decide it: *bits are those that it asks for, *zeros whether an operand of 0 decides. */
static bool find_test(const SpeculatedUses *uses, uint32_t at, uint32_t *tested_at, uint64_t *bits, bool *zeros) {
    const PtxFunction *function = uses->function;
    const PtxInstr *instr = &function->instrs[at], *next = instr + 1;
    int32_t reg = instr->operand[0].reg;
    uint64_t all = ones((PtxType)instr->type[0]);
    *bits = all;
    if (at + 1 < function->instr_count && has_immediate(next, PTX_OP_AND, reg)) {
        *bits &= next->operand[2].imm;
        reg = next->operand[0].reg;
        next++;
    }
    if (next >= function->instrs + function->instr_count || !has_immediate(next, PTX_OP_SETP, reg)) return false;
    if (next->boolean != PTX_BOOL_NONE || is_register(&next->also)) return false;
    *tested_at = (uint32_t)(next - function->instrs);
    uint64_t value = next->operand[2].imm & all, sign = all / 2 + 1;
    bool equal = next->compare == PTX_EQ || next->compare == PTX_NE;
    bool is_signed = ptx_type_signed((PtxType)next->type[0]) && *bits == all;
    bool negative =
        is_signed && ((next->compare == PTX_LT && value == 0) || (next->compare == PTX_GT && value == all) ||
                      (next->compare == PTX_GE && value == 0) || (next->compare == PTX_LE && value == all));
    bool is_and = instr->op == PTX_OP_AND;
    *zeros = is_and && equal && (value == 0 || (value == *bits && (*bits & (*bits - 1)) == 0));
    if (negative) *bits = sign;
    return negative || *zeros || (equal && value == (is_and ? *bits : 0)) ||
           (equal && value == *bits && (*bits & (*bits - 1)) == 0);
}

static bool visit_bits(SpeculatedUses *uses, const SpeculatedRegisters *registers, uint32_t at) {
    const PtxInstr *instr = &uses->function->instrs[at];
    SimStep found = {.kind = SIM_STEP_BITS, .by = SIM_NO_VALUE, .is_and = instr->op == PTX_OP_AND};
    uint32_t tested_at;
    if (!find_test(uses, at, &tested_at, &found.bits, &found.zeros)) return false;
    found.a = value_of(uses, instr->operand[1].reg);
    found.b = value_of(uses, instr->operand[2].reg);
    found.at = uses->decoder->slot[instr->operand[1].reg].operand;
    found.bt = uses->decoder->slot[instr->operand[2].reg].operand;
    found.wide = ptx_type_bytes(instr->type[0]) == 8;
    if (!sim_can_decide(uses, found.a) && !sim_can_decide(uses, found.b)) return false;
    SimStep *step = new_step(uses, at, SIM_STEP_BITS);
    *step = found;
    step->dest = join(uses, step, -1);
    uint8_t tested = step->dest;
    visit_mix(uses, registers, at, false, 0);
    if (uses->fails) return true;
    /* An `and` with a constant between is visited as what follows: it hands the test on. */
    uses->tested[uses->value_count - 1] = tested;
    uses->tested_at[uses->value_count - 1] = tested_at;
    return true;
}

static void visit_alu(SpeculatedUses *uses, uint32_t at) {
    const PtxInstr *instr = &uses->function->instrs[at];
    SpeculatedRegisters registers = sim_speculated_registers(uses, at);
    bool two = instr->operand_count == 3 && is_register(&instr->operand[1]) && is_register(&instr->operand[2]);
    bool logic = instr->op == PTX_OP_AND || instr->op == PTX_OP_OR;
    bool depends = registers.values != 0 && registers.count == 1;
    uint8_t source = is_register(&instr->operand[1]) ? value_of(uses, instr->operand[1].reg) : SIM_NO_VALUE;
    if (depends && logic && two && instr->type[0] == PTX_PRED) {
        visit_join(uses, &registers, at);
    } else if (depends && instr->op == PTX_OP_SELP && is_register(&instr->operand[3])) {
        visit_select(uses, &registers, at);
    } else if (!(depends && logic && two && visit_bits(uses, &registers, at))) {
        uint32_t tested_at = source != SIM_NO_VALUE ? uses->tested_at[source] : UINT32_MAX;
        bool hands_on = instr->op == PTX_OP_AND && tested_at == at + 1;
        visit_mix(uses, &registers, at, registers.values == 0 && comes_too_late(uses, instr), 0);
        if (!hands_on || uses->fails) return;
        uses->tested[uses->value_count - 1] = uses->tested[source];
        uses->tested_at[uses->value_count - 1] = tested_at;
    }
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static uint32_t live_values(const SpeculatedUses *uses, uint32_t at) {
    uint32_t live = 0;
    for (uint8_t value = 0; value < uses->value_count; value++)
        if (uses->reg[value] >= 0 && sim_is_live(uses->decoder, uses->reg[value], at)) live |= bit(value);
    return live;
}

static void visit_parting(SpeculatedUses *uses, uint32_t at) {
    const PtxInstr *branch = &uses->function->instrs[at];
    SimStep *step = new_step(uses, at, SIM_STEP_PART);
    step->a = value_of(uses, branch->guard);
    step->at = uses->decoder->slot[branch->guard].operand | branch->guard_negated;
    step->values = live_values(uses, branch->operand[0].target);
    step->others = live_values(uses, at + 1);
    step->used = bit(step->a) | (step->values & step->others);
}

bool sim_is_plain_load(const PtxInstr *instr) {
    const uint64_t strong = PTX_VOLATILE | PTX_RELAXED | PTX_ACQUIRE | PTX_SC | PTX_MMIO;
    return ptx_opcode[instr->op].kind == PTX_KIND_LOAD && instr->guard < 0 && (instr->flags & strong) == 0 &&
           instr->space != PTX_PARAM;
}

/* Visits the instruction; where the code goes on, UINT32_MAX: not further. */
static uint32_t visit(SpeculatedUses *uses, uint32_t at) {
    const PtxInstr *instr = &uses->function->instrs[at];
    bool branches = instr->op == PTX_OP_BRA;
    if (uses->decoder->leads[at]) uses->same_block = false;
    if (branches && instr->guard < 0 && instr->operand[0].target > at) return instr->operand[0].target;
    if (ptx_opcode[instr->op].kind == PTX_KIND_ALU && instr->guard < 0) {
        visit_alu(uses, at);
        return at + 1;
    }
    if (sim_is_plain_load(instr)) {
        SpeculatedRegisters registers = sim_speculated_registers(uses, at);
        uint32_t used = registers.values;
        registers.values = 0;
        visit_mix(uses, &registers, at, true, used);
        return at + 1;
    }
    if (branches && instr->guard >= 0)
        visit_parting(uses, at);
    else
        new_step(uses, at, SIM_STEP_MIX)->used = live_values(uses, at);
    return UINT32_MAX;
}

static void look_ahead(SpeculatedUses *uses) {
    SpeculatedRegisters registers = sim_speculated_registers(uses, uses->load);
    for (uint32_t i = 0; i < registers.count && !uses->fails; i++)
        uses->loaded |= bit(new_value(uses, registers.written[i]));
    uses->sure = uses->loaded;
    uses->same_block = true;
    for (uint32_t at = uses->load + 1; at != UINT32_MAX && !uses->fails;) {
        if (at >= uses->function->instr_count) return;
        at = visit(uses, at);
        if (uses->step_count > 0 && (uses->steps[uses->step_count - 1].used & uses->sure) != 0) uses->fails = true;
    }
}

/* Whether some lane may come to the end without having used what was loaded. */
static bool may_be_unread(const SpeculatedUses *uses) {
    for (uint32_t i = 0; i < uses->step_count; i++)
        if ((uses->steps[i].used & uses->sure) != 0) return false;
    return uses->narrowed && !uses->fails;
}

bool sim_speculated_uses(SpeculatedUses *uses) {
    look_ahead(uses);
    return may_be_unread(uses);
}
