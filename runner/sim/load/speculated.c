/* Loads whose value reaches nothing in some lanes.
 *
 *     if (threadIdx.x == 0 && part[0] != 0)    setp.ne p1, tid, 0; ld.shared v, [part]; setp.eq p2, v, 0;
 *                                              or.pred p3, p1, p2; @p3 bra
 *     sum += threadIdx.x == 0 ? part[0] : 5    ld.shared v, [part]; add v, v, sum; selp sum, v, w, p1
 *
 * Where a load cannot fault, compilers execute it in all lanes and save a branch. By the source only thread 0 reads. In
 * a lane in which the load's value reaches nothing, because another operand decides whatever the value is, the load is
 * no read: it races with nothing and may find what nobody wrote. Bounds and counts stay, as the hardware does load.
 *
 * What follows the load is looked over here, up to the first branch on a condition, store, barrier, call and the like:
 * what depends on the value, and where one operand may decide alone. run/speculated_load.c executes of it what those
 * operands need, ahead and without effect, and so finds the lanes. What is still live at the end counts as used. Where
 * every lane is sure to use the value, the load stays as it is.
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
#include "sim/handlers.h"
#include "sim/load/load.h"
#include "sim/speculation.h"

enum { MOST_STEPS = 48, MOST_CODE = 128, MOST_WANTED = 64 };

typedef struct Window {
    Decoder *decoder;
    const PtxFunction *function;
    SimStep steps[MOST_STEPS];
    uint32_t at_of[MOST_STEPS]; /* by step: its instruction */
    uint32_t step_count, load;
    /* by value: the register that holds it, or -1; the comparison that may take its place by `tested`, which is another
     * value */
    int32_t reg[SIM_SPECULATED_VALUES];
    uint32_t tested_at[SIM_SPECULATED_VALUES];
    uint8_t tested[SIM_SPECULATED_VALUES];
    uint32_t value_count;
    uint32_t loaded, sure,
        never;       /* values that the load writes; that depend on it in all lanes; that are known in none */
    bool same_block; /* as the load's */
    bool narrowed;   /* some operand may decide alone */
    bool fails;
} Window;

/* ---- values ------------------------------------------------------------------------------------------------------ */

static uint32_t bit(uint8_t value) {
    return value == SIM_NO_VALUE ? 0 : UINT32_C(1) << value;
}

static uint8_t value_of(const Window *window, int32_t reg) {
    for (uint32_t i = window->value_count; i > 0; i--)
        if (window->reg[i - 1] == reg) return (uint8_t)(i - 1);
    return SIM_NO_VALUE;
}

static uint8_t new_value(Window *window, int32_t reg) {
    if (window->value_count == SIM_SPECULATED_VALUES) {
        window->fails = true;
        return SIM_NO_VALUE;
    }
    window->reg[window->value_count] = reg;
    window->tested_at[window->value_count] = UINT32_MAX;
    return (uint8_t)window->value_count++;
}

static SimStep *new_step(Window *window, uint32_t at, SimStepKind kind) {
    if (window->step_count == MOST_STEPS) window->fails = true;
    uint32_t index = window->fails ? 0 : window->step_count++;
    window->at_of[index] = at;
    window->steps[index] = (SimStep){
        .kind = (uint8_t)kind, .dest = SIM_NO_VALUE, .a = SIM_NO_VALUE, .b = SIM_NO_VALUE, .by = SIM_NO_VALUE};
    return &window->steps[index];
}

typedef struct Registers {
    const Window *window;
    uint32_t values; /* of those that are read */
    int32_t written[8];
    uint32_t count; /* of those written */
    uint32_t at;
} Registers;

static void note_register(void *context, int32_t reg, bool written) {
    Registers *registers = context;
    uint8_t value = value_of(registers->window, reg);
    if (written && registers->count < 8)
        registers->written[registers->count] = reg;
    else if (!written && value != SIM_NO_VALUE && registers->window->tested_at[value] == registers->at)
        registers->values |= bit(registers->window->tested[value]);
    else if (!written)
        registers->values |= bit(value);
    registers->count += written;
}

static Registers registers_of(const Window *window, uint32_t at) {
    Registers registers = {.window = window, .at = at};
    sim_each_register(&window->function->instrs[at], note_register, &registers);
    return registers;
}

static void forget(Window *window, const Registers *registers) {
    for (uint32_t i = 0; i < registers->count; i++)
        for (uint32_t value = 0; value < window->value_count; value++)
            if (window->reg[value] == registers->written[i]) window->reg[value] = -1;
}

static bool can_decide(const Window *window, uint8_t value) {
    return (bit(value) & (window->sure | window->never)) == 0;
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
static bool comes_too_late(const Window *window, const PtxInstr *instr) {
    if (stands_before(instr, &window->function->instrs[window->load])) return false;
    bool compares = instr->op == PTX_OP_SETP || instr->op == PTX_OP_SET;
    bool of_bool = ptx_type_bytes(instr->type[0]) == 2 && instr->operand[2].kind == PTX_OPERAND_IMM;
    return compares && window->same_block && !of_bool;
}

static void visit_mix(Window *window, const Registers *registers, uint32_t at, bool unknown, uint32_t used) {
    forget(window, registers);
    for (uint32_t i = 0; i < registers->count || i == 0; i++) {
        SimStep *step = new_step(window, at, SIM_STEP_MIX);
        step->used = i == 0 ? used : 0;
        step->unknown = unknown;
        step->values = registers->values;
        if (i == registers->count || (registers->values == 0 && !unknown)) continue;
        step->dest = new_value(window, registers->written[i]);
        if ((registers->values & window->sure) != 0) window->sure |= bit(step->dest);
        if (unknown || (registers->values & window->never) != 0) window->never |= bit(step->dest);
    }
}

/* The step gives a new value by one operand, or the other one alone. */
static uint8_t join(Window *window, const SimStep *step, int32_t reg) {
    uint32_t a = bit(step->a), b = bit(step->b);
    bool a_alone = can_decide(window, step->a), b_alone = can_decide(window, step->b);
    bool sure = ((a & window->sure) != 0 && !b_alone) || ((b & window->sure) != 0 && !a_alone);
    bool never = ((a & window->never) != 0 && !b_alone) || ((b & window->never) != 0 && !a_alone);
    uint8_t dest = new_value(window, reg);
    if (sure) window->sure |= bit(dest);
    if (never) window->never |= bit(dest);
    window->narrowed |= (a != 0 && b_alone) || (b != 0 && a_alone);
    return dest;
}

static uint32_t predicate_of(const Window *window, const PtxOperand *operand) {
    return window->decoder->slot[operand->reg].operand | operand->negated;
}

static void visit_join(Window *window, const Registers *registers, uint32_t at) {
    const PtxInstr *instr = &window->function->instrs[at];
    SimStep *step = new_step(window, at, SIM_STEP_JOIN);
    step->is_and = instr->op == PTX_OP_AND;
    step->a = value_of(window, instr->operand[1].reg);
    step->b = value_of(window, instr->operand[2].reg);
    step->at = predicate_of(window, &instr->operand[1]);
    step->bt = predicate_of(window, &instr->operand[2]);
    forget(window, registers);
    step->dest = join(window, step, instr->operand[0].reg);
}

static void visit_select(Window *window, const Registers *registers, uint32_t at) {
    const PtxInstr *instr = &window->function->instrs[at];
    SimStep *step = new_step(window, at, SIM_STEP_SELECT);
    if (is_register(&instr->operand[1])) step->a = value_of(window, instr->operand[1].reg);
    if (is_register(&instr->operand[2])) step->b = value_of(window, instr->operand[2].reg);
    step->by = value_of(window, instr->operand[3].reg);
    step->chosen = predicate_of(window, &instr->operand[3]);
    uint32_t values = bit(step->a) | bit(step->b), by = bit(step->by);
    bool decides = can_decide(window, step->by);
    forget(window, registers);
    step->dest = new_value(window, instr->operand[0].reg);
    bool both = (bit(step->a) & window->sure) != 0 && (bit(step->b) & window->sure) != 0;
    if ((by & window->sure) != 0 || both || (!decides && (values & window->sure) != 0)) window->sure |= bit(step->dest);
    if ((by & window->never) != 0) window->never |= bit(step->dest);
    window->narrowed |= values != 0 && decides && !both;
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
static bool find_test(const Window *window, uint32_t at, uint32_t *tested_at, uint64_t *bits, bool *zeros) {
    const PtxFunction *function = window->function;
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

static bool visit_bits(Window *window, const Registers *registers, uint32_t at) {
    const PtxInstr *instr = &window->function->instrs[at];
    SimStep found = {.kind = SIM_STEP_BITS, .by = SIM_NO_VALUE, .is_and = instr->op == PTX_OP_AND};
    uint32_t tested_at;
    if (!find_test(window, at, &tested_at, &found.bits, &found.zeros)) return false;
    found.a = value_of(window, instr->operand[1].reg);
    found.b = value_of(window, instr->operand[2].reg);
    found.at = window->decoder->slot[instr->operand[1].reg].operand;
    found.bt = window->decoder->slot[instr->operand[2].reg].operand;
    found.wide = ptx_type_bytes(instr->type[0]) == 8;
    if (!can_decide(window, found.a) && !can_decide(window, found.b)) return false;
    SimStep *step = new_step(window, at, SIM_STEP_BITS);
    *step = found;
    step->dest = join(window, step, -1);
    uint8_t tested = step->dest;
    visit_mix(window, registers, at, false, 0);
    if (window->fails) return true;
    /* An `and` with a constant between is visited as what follows: it hands the test on. */
    window->tested[window->value_count - 1] = tested;
    window->tested_at[window->value_count - 1] = tested_at;
    return true;
}

static void visit_alu(Window *window, uint32_t at) {
    const PtxInstr *instr = &window->function->instrs[at];
    Registers registers = registers_of(window, at);
    bool two = instr->operand_count == 3 && is_register(&instr->operand[1]) && is_register(&instr->operand[2]);
    bool logic = instr->op == PTX_OP_AND || instr->op == PTX_OP_OR;
    bool depends = registers.values != 0 && registers.count == 1;
    uint8_t source = is_register(&instr->operand[1]) ? value_of(window, instr->operand[1].reg) : SIM_NO_VALUE;
    if (depends && logic && two && instr->type[0] == PTX_PRED) {
        visit_join(window, &registers, at);
    } else if (depends && instr->op == PTX_OP_SELP && is_register(&instr->operand[3])) {
        visit_select(window, &registers, at);
    } else if (!(depends && logic && two && visit_bits(window, &registers, at))) {
        uint32_t tested_at = source != SIM_NO_VALUE ? window->tested_at[source] : UINT32_MAX;
        bool hands_on = instr->op == PTX_OP_AND && tested_at == at + 1;
        visit_mix(window, &registers, at, registers.values == 0 && comes_too_late(window, instr), 0);
        if (!hands_on || window->fails) return;
        window->tested[window->value_count - 1] = window->tested[source];
        window->tested_at[window->value_count - 1] = tested_at;
    }
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static uint32_t live_values(const Window *window, uint32_t at) {
    uint32_t live = 0;
    for (uint8_t value = 0; value < window->value_count; value++)
        if (window->reg[value] >= 0 && sim_is_live(window->decoder, window->reg[value], at)) live |= bit(value);
    return live;
}

static void visit_parting(Window *window, uint32_t at) {
    const PtxInstr *branch = &window->function->instrs[at];
    SimStep *step = new_step(window, at, SIM_STEP_PART);
    step->a = value_of(window, branch->guard);
    step->at = window->decoder->slot[branch->guard].operand | branch->guard_negated;
    step->values = live_values(window, branch->operand[0].target);
    step->others = live_values(window, at + 1);
    step->used = bit(step->a) | (step->values & step->others);
}

static bool is_plain_load(const PtxInstr *instr) {
    const uint64_t strong = PTX_VOLATILE | PTX_RELAXED | PTX_ACQUIRE | PTX_SC | PTX_MMIO;
    return ptx_opcode[instr->op].kind == PTX_KIND_LOAD && instr->guard < 0 && (instr->flags & strong) == 0 &&
           instr->space != PTX_PARAM;
}

/* Visits the instruction; where the code goes on, UINT32_MAX: not further. */
static uint32_t visit(Window *window, uint32_t at) {
    const PtxInstr *instr = &window->function->instrs[at];
    bool branches = instr->op == PTX_OP_BRA;
    if (window->decoder->leads[at]) window->same_block = false;
    if (branches && instr->guard < 0) return instr->operand[0].target;
    if (ptx_opcode[instr->op].kind == PTX_KIND_ALU && instr->guard < 0) {
        visit_alu(window, at);
        return at + 1;
    }
    if (is_plain_load(instr)) {
        Registers registers = registers_of(window, at);
        uint32_t used = registers.values;
        registers.values = 0;
        visit_mix(window, &registers, at, true, used);
        return at + 1;
    }
    if (branches)
        visit_parting(window, at);
    else
        new_step(window, at, SIM_STEP_MIX)->used = live_values(window, at);
    return UINT32_MAX;
}

static void look_ahead(Window *window) {
    Registers registers = registers_of(window, window->load);
    if (registers.count > 8) window->fails = true;
    for (uint32_t i = 0; i < registers.count && !window->fails; i++)
        window->loaded |= bit(new_value(window, registers.written[i]));
    window->sure = window->loaded;
    window->same_block = true;
    for (uint32_t at = window->load + 1; at != UINT32_MAX && !window->fails;) {
        if (at >= window->function->instr_count) return;
        at = visit(window, at);
        if (window->step_count > 0 && (window->steps[window->step_count - 1].used & window->sure) != 0)
            window->fails = true;
    }
}

/* ---- what is to be executed -------------------------------------------------------------------------------------- */

typedef struct Wanted {
    int32_t reg[MOST_WANTED];
    uint32_t count;
    bool fails;
} Wanted;

static void want(Wanted *wanted, int32_t reg) {
    for (uint32_t i = 0; i < wanted->count; i++)
        if (wanted->reg[i] == reg) return;
    if (wanted->count == MOST_WANTED)
        wanted->fails = true;
    else
        wanted->reg[wanted->count++] = reg;
}

static void want_read(void *context, int32_t reg, bool written) {
    if (!written) want(context, reg);
}

/* Whether a register that the instruction writes is wanted: then it is not any more. */
static bool take_wanted(Wanted *wanted, const Registers *registers) {
    bool any = false;
    for (uint32_t i = 0; i < registers->count; i++)
        for (uint32_t j = 0; j < wanted->count; j++)
            if (wanted->reg[j] == registers->written[i]) {
                wanted->reg[j] = wanted->reg[--wanted->count];
                any = true;
                break;
            }
    return any;
}

static void want_deciding(const Window *window, Wanted *wanted, const SimStep *step, const PtxInstr *instr) {
    bool joins = step->kind == SIM_STEP_JOIN || step->kind == SIM_STEP_BITS;
    if (joins && can_decide(window, step->a)) want(wanted, instr->operand[1].reg);
    if (joins && can_decide(window, step->b)) want(wanted, instr->operand[2].reg);
    if (step->kind == SIM_STEP_SELECT && can_decide(window, step->by)) want(wanted, instr->operand[3].reg);
    if (step->kind == SIM_STEP_PART && step->values != step->others) want(wanted, instr->guard);
}

/* Lane operations that change nothing but the row or predicate that they write. */
static bool is_pure(const SimLanes *lanes, SimHandler run) {
    for (int op = 0; op < LANE_COUNT; op++)
        if (lanes->handler[op] == run)
            return op != LANE_leader && op != LANE_guard && op != LANE_add_carry_32 && op != LANE_add_carry_64;
    return false;
}

/* The first micro-instruction from that PTX instruction on. */
static size_t code_of(const Decoder *decoder, uint32_t pc) {
    size_t low = 0, high = decoder->code.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (decoder->code.at[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

typedef struct Execution {
    SimInstr code[MOST_CODE];
    SimSaved saved[SIM_MOST_SAVED];
    uint32_t code_count, saved_count;
    bool executed[MOST_STEPS];
    bool fails;
} Execution;

static void save(Execution *execution, SimOperand at, uint32_t bytes) {
    if (execution->saved_count == SIM_MOST_SAVED)
        execution->fails = true;
    else
        execution->saved[execution->saved_count++] = (SimSaved){.at = at, .bytes = bytes};
}

static void add_code(const Window *window, Execution *execution, SimStep *step, uint32_t at) {
    Decoder *decoder = window->decoder;
    uint32_t pc = decoder->pc_base + at;
    for (size_t i = code_of(decoder, pc); i < decoder->code.count && decoder->code.at[i].pc == pc; i++) {
        const SimInstr *instr = &decoder->code.at[i];
        if (instr->run == decoder->lanes->handler[LANE_leader]) continue;
        if (!is_pure(decoder->lanes, instr->run) || execution->code_count == MOST_CODE) {
            execution->fails = true;
            return;
        }
        execution->code[execution->code_count++] = *instr;
        step->code_count++;
    }
    Registers registers = registers_of(window, at);
    for (uint32_t i = 0; i < registers.count; i++) {
        const SimSlot *slot = &decoder->slot[registers.written[i]];
        PtxType type = decoder->function->regs[registers.written[i]].type;
        if (slot->constant) continue;
        save(execution, slot->operand, (uint32_t)sim_row_bytes(type) * WARP_SIZE);
        if (slot->has_wide) save(execution, slot->wide, SIM_ROW64);
    }
}

static void find_code(Window *window, Execution *execution) {
    Wanted wanted = {.count = 0};
    for (uint32_t i = window->step_count; i > 0; i--) {
        uint32_t at = window->at_of[i - 1];
        const PtxInstr *instr = &window->function->instrs[at];
        Registers registers = registers_of(window, at);
        bool last = i == window->step_count || window->at_of[i] != at; /* of the instruction's steps */
        if (last && take_wanted(&wanted, &registers) && ptx_opcode[instr->op].kind == PTX_KIND_ALU) {
            execution->executed[i - 1] = true;
            sim_each_register(instr, want_read, &wanted);
        }
        want_deciding(window, &wanted, &window->steps[i - 1], instr);
    }
    for (uint32_t i = 0; i < window->step_count && !execution->fails; i++)
        if (execution->executed[i]) add_code(window, execution, &window->steps[i], window->at_of[i]);
    execution->fails |= wanted.fails;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* Whether some lane may come to the end without having used what was loaded. */
static bool may_be_unread(const Window *window) {
    for (uint32_t i = 0; i < window->step_count; i++)
        if ((window->steps[i].used & window->sure) != 0) return false;
    return window->narrowed && !window->fails;
}

static void speculate(Decoder *decoder, SimInstr *load) {
    Window window = {.decoder = decoder, .function = decoder->function, .load = load->pc - decoder->pc_base};
    look_ahead(&window);
    if (!may_be_unread(&window)) return;
    Execution execution = {.code_count = 0};
    find_code(&window, &execution);
    if (execution.fails) return;
    SimSpeculation *speculation = arena_make(decoder->arena, SimSpeculation);
    *speculation = (SimSpeculation){
        .usual = load->run,
        .steps = arena_copy(decoder->arena, window.steps, window.step_count * sizeof *window.steps, _Alignof(SimStep)),
        .code = arena_copy(decoder->arena, execution.code, execution.code_count * sizeof *execution.code,
                           _Alignof(SimInstr)),
        .saved = arena_copy(decoder->arena, execution.saved, execution.saved_count * sizeof *execution.saved,
                            _Alignof(SimSaved)),
        .step_count = window.step_count,
        .saved_count = execution.saved_count,
        .loaded = window.loaded};
    SimMemoryOp *op = arena_make(decoder->arena, SimMemoryOp);
    *op = *(const SimMemoryOp *)load->extra;
    op->speculation = speculation;
    load->extra = op;
    load->run = sim_load_speculated;
}

void sim_find_speculated(Decoder *decoder) {
    if (decoder->live_in == NULL) return;
    const SimLanes *lanes = decoder->lanes;
    for (size_t i = 0; i < decoder->code.count; i++) {
        SimInstr *instr = &decoder->code.at[i];
        bool access = instr->run == sim_access_memory || instr->run == lanes->shared_word[REQUEST_LOAD] ||
                      instr->run == lanes->global_word[REQUEST_LOAD];
        for (int kind = 0; kind < 4; kind++) access |= instr->run == lanes->global_narrow[kind / 2][kind % 2];
        const PtxInstr *source = access ? &decoder->function->instrs[instr->pc - decoder->pc_base] : NULL;
        if (access && is_plain_load(source) && source->space != PTX_CONST) speculate(decoder, instr);
    }
}
