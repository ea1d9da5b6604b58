/* What a value decides: which branches, and by them which instructions are executed at all.
 *
 * It is followed through registers, and through memory and calls by assuming the most: where it, or what depends on
 * it, is stored or given to a function, every value that is loaded or returned may depend on it. Not followed are the
 * parameters of a kernel. An instruction is controlled by a branch where a thread may come to it before the place at
 * which the ways of the branch meet again; what it writes depends on the value then. */
#include "sim/load/load.h"

enum { MOST_ROUNDS = 8, MOST_BRANCHES = 64 };

static bool is_in_loop(const SimDecision *decision, uint32_t at) {
    return decision->loop == NULL || (at < decision->flow->function->instr_count && decision->loop[at]);
}

static void visit_read(void *context, int32_t reg, bool written) {
    SimDecision *decision = context;
    decision->reads |= !written && decision->depends[reg];
}

static void visit_write(void *context, int32_t reg, bool written) {
    SimDecision *decision = context;
    if (!written || decision->depends[reg]) return;
    decision->depends[reg] = decision->changed = true;
}

static void set(SimDecision *decision, bool *what) {
    if (!*what) *what = decision->changed = true;
}

static bool is_kernel_param(const PtxFunction *function, int32_t variable) {
    return function->is_entry && ptx_param_number(function, variable) >= 0;
}

/* Whether what the instruction loads may depend on the value by way of memory. */
static bool loads_it(const SimDecision *decision, const PtxInstr *instr) {
    if (instr->space != PTX_PARAM) return decision->memory && instr->space != PTX_CONST;
    return decision->results && !is_kernel_param(decision->flow->function, instr->operand[1].variable);
}

static void decide_branch(SimDecision *decision, const PtxInstr *branch) {
    const PtxFunction *function = decision->flow->function;
    bool leaves = false;
    decision->flow->work += branch->target_count;
    for (uint32_t i = 0, next; (next = sim_successors(function, decision->at, i)) != SIM_NO_MORE; i++)
        leaves |= next != UINT32_MAX && !is_in_loop(decision, next);
    decision->leaves |= leaves;
    if (decision->controlled[decision->at] && branch->guard < 0 && branch->op == PTX_OP_BRA) return;
    if (decision->decided[decision->at]) return;
    decision->decided[decision->at] = decision->changed = true;
    if (++decision->branches > MOST_BRANCHES)
        decision->leaves = decision->acts = true;
    else
        sim_mark_reached(decision->flow, decision->at, branch->reconverge, decision->controlled);
}

static void visit_atomic(SimDecision *decision, const PtxInstr *instr) {
    bool is_update = decision->updates != NULL && decision->updates[decision->at];
    if (decision->reads && !is_update) set(decision, &decision->memory);
    decision->acts |= decision->reads && !is_update;
    if (decision->reads || decision->memory) sim_each_register(instr, visit_write, decision);
}

static void visit_store(SimDecision *decision, const PtxInstr *instr) {
    if (!decision->reads) return;
    bool param = instr->space == PTX_PARAM;
    decision->acts = true;
    decision->returned |= param && !decision->flow->function->is_entry;
    set(decision, param ? &decision->arguments : &decision->memory);
}

static void visit_call(SimDecision *decision) {
    if (!decision->reads && !decision->memory && !decision->arguments) return;
    decision->acts = true;
    set(decision, &decision->results);
    set(decision, &decision->memory);
}

static void visit(SimDecision *decision) {
    const PtxInstr *instr = &decision->flow->function->instrs[decision->at];
    PtxKind kind = ptx_opcode[instr->op].kind;
    decision->reads = decision->controlled[decision->at];
    sim_each_register(instr, visit_read, decision);
    switch (kind) {
    case PTX_KIND_LOAD:
        if (decision->reads || loads_it(decision, instr)) sim_each_register(instr, visit_write, decision);
        return;
    case PTX_KIND_STORE: visit_store(decision, instr); return;
    case PTX_KIND_ATOMIC: visit_atomic(decision, instr); return;
    case PTX_KIND_CALL: visit_call(decision); return;
    case PTX_KIND_FENCE:
    case PTX_KIND_HINT: return;
    default: break;
    }
    if (!decision->reads) return;
    if (kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT) decision->leaves = decision->acts = true;
    if (kind == PTX_KIND_BRANCH)
        decide_branch(decision, instr);
    else
        sim_each_register(instr, visit_write, decision);
    decision->acts |= kind != PTX_KIND_ALU && kind != PTX_KIND_BRANCH;
}

static void begin(SimDecision *decision, uint32_t at) {
    const PtxFunction *function = decision->flow->function;
    const PtxInstr *instr = &function->instrs[at];
    for (uint32_t reg = 0; reg < function->reg_count; reg++) decision->depends[reg] = false;
    for (uint32_t i = 0; i < function->instr_count; i++) decision->controlled[i] = decision->decided[i] = false;
    decision->results = instr->op == PTX_OP_CALL;
    decision->memory = decision->results && decision->call_stores;
    decision->arguments = decision->leaves = decision->returned = decision->acts = false;
    decision->branches = 0;
    sim_each_register(instr, visit_write, decision);
}

void sim_follow_value(SimDecision *decision, uint32_t at) {
    const PtxFunction *function = decision->flow->function;
    begin(decision, at);
    decision->changed = true;
    for (int round = 0; decision->changed && round < MOST_ROUNDS; round++) {
        decision->changed = false;
        for (decision->at = 0; decision->at < function->instr_count; decision->at++)
            if (is_in_loop(decision, decision->at)) visit(decision);
        decision->flow->work += function->instr_count;
    }
}
