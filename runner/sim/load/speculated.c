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
 * What depends on the value is in speculated_uses.c. Here is found what of it has to be executed, ahead and without
 * effect, to know the operands that decide: run/speculated_load.c does it, and so finds the lanes. */
#include "sim/load/speculated.h"
#include "sim/handlers.h"

enum { MOST_CODE = 128, MOST_WANTED = 64 };

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
static bool take_wanted(Wanted *wanted, const SpeculatedRegisters *registers) {
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

static void want_deciding(const SpeculatedUses *uses, Wanted *wanted, const SimStep *step, const PtxInstr *instr) {
    bool joins = step->kind == SIM_STEP_JOIN || step->kind == SIM_STEP_BITS;
    if (joins && sim_can_decide(uses, step->a)) want(wanted, instr->operand[1].reg);
    if (joins && sim_can_decide(uses, step->b)) want(wanted, instr->operand[2].reg);
    if (step->kind == SIM_STEP_SELECT && sim_can_decide(uses, step->by)) want(wanted, instr->operand[3].reg);
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
    bool executed[SPECULATED_STEPS];
    bool fails;
} Execution;

static void save(Execution *execution, SimOperand at, uint32_t bytes) {
    if (execution->saved_count == SIM_MOST_SAVED)
        execution->fails = true;
    else
        execution->saved[execution->saved_count++] = (SimSaved){.at = at, .bytes = bytes};
}

static void add_code(const SpeculatedUses *uses, Execution *execution, SimStep *step, uint32_t at) {
    Decoder *decoder = uses->decoder;
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
    SpeculatedRegisters registers = sim_speculated_registers(uses, at);
    for (uint32_t i = 0; i < registers.count; i++) {
        const SimSlot *slot = &decoder->slot[registers.written[i]];
        PtxType type = decoder->function->regs[registers.written[i]].type;
        if (slot->constant) continue;
        save(execution, slot->operand, (uint32_t)sim_row_bytes(type) * WARP_SIZE);
        if (slot->has_wide) save(execution, slot->wide, SIM_ROW64);
    }
}

static void find_code(SpeculatedUses *uses, Execution *execution) {
    Wanted wanted = {.count = 0};
    for (uint32_t i = uses->step_count; i > 0; i--) {
        uint32_t at = uses->at_of[i - 1];
        const PtxInstr *instr = &uses->function->instrs[at];
        SpeculatedRegisters registers = sim_speculated_registers(uses, at);
        bool last = i == uses->step_count || uses->at_of[i] != at; /* of the instruction's steps */
        if (last && take_wanted(&wanted, &registers) && ptx_opcode[instr->op].kind == PTX_KIND_ALU) {
            execution->executed[i - 1] = true;
            sim_each_register(instr, want_read, &wanted);
        }
        want_deciding(uses, &wanted, &uses->steps[i - 1], instr);
    }
    for (uint32_t i = 0; i < uses->step_count && !execution->fails; i++)
        if (execution->executed[i]) add_code(uses, execution, &uses->steps[i], uses->at_of[i]);
    execution->fails |= wanted.fails;
}

static void speculate(Decoder *decoder, SimInstr *load) {
    SpeculatedUses uses = {.decoder = decoder, .function = decoder->function, .load = load->pc - decoder->pc_base};
    if (!sim_speculated_uses(&uses)) return;
    Execution execution = {.code_count = 0};
    find_code(&uses, &execution);
    if (execution.fails) return;
    SimSpeculation *speculation = arena_make(decoder->arena, SimSpeculation);
    *speculation = (SimSpeculation){
        .usual = load->run,
        .steps = arena_copy(decoder->arena, uses.steps, uses.step_count * sizeof *uses.steps, _Alignof(SimStep)),
        .code = arena_copy(decoder->arena, execution.code, execution.code_count * sizeof *execution.code,
                           _Alignof(SimInstr)),
        .saved = arena_copy(decoder->arena, execution.saved, execution.saved_count * sizeof *execution.saved,
                            _Alignof(SimSaved)),
        .step_count = uses.step_count,
        .saved_count = execution.saved_count,
        .loaded = uses.loaded};
    SimMemoryOp *op = arena_make(decoder->arena, SimMemoryOp);
    *op = *(const SimMemoryOp *)load->extra;
    op->speculation = speculation;
    load->extra = op;
    load->run = sim_load_speculated;
}

void sim_find_speculated(Decoder *decoder) {
    if (decoder->live->in == NULL) return;
    const SimLanes *lanes = decoder->lanes;
    for (size_t i = 0; i < decoder->code.count; i++) {
        SimInstr *instr = &decoder->code.at[i];
        bool access = instr->run == sim_access_memory || instr->run == lanes->shared_word[REQUEST_LOAD] ||
                      instr->run == lanes->global_word[REQUEST_LOAD];
        for (int kind = 0; kind < 4; kind++) access |= instr->run == lanes->global_narrow[kind / 2][kind % 2];
        const PtxInstr *source = access ? &decoder->function->instrs[instr->pc - decoder->pc_base] : NULL;
        if (access && sim_is_plain_load(source) && source->space != PTX_CONST) speculate(decoder, instr);
    }
}
