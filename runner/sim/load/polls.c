/* Strong loads and atomics on whose value a loop waits.
 *
 *     while (flag == 0) continue;
 *
 * reads what another thread writes, without an order between the two, and is made for any value that it may read. So
 * is every volatile or relaxed load from one address that a loop repeats and whose value decides whether a thread
 * leaves that loop. A load whose value is only computed with is no such load (`c[0] += 1`), nor one that decides
 * something within each round of a loop that ends after so many rounds (`if (flag) out[i] = a; else out[i] = b;`), nor
 * one whose address changes with the loop (a reduction).
 *
 * Compilers peel the first iteration off a loop: a load from the same address elsewhere in the function, whose value
 * decides a branch, belongs to the loop. In a function that is called, the loop may be the caller's: where it calls the
 * function in a loop, and what the function returns or stores decides whether it leaves that loop, a load counts whose
 * value decides a branch, or what is returned.
 *
 * A loop may wait on an atomic as well:
 *
 *     while (atomicCAS(&lock, 0, 1) != 0) continue;
 *
 * It waits where an attempt that fails may be repeated without harm, because it leaves the value that it found: a
 * test and set by cas, exch, and, or, min or max, or an add or xor of 0, always with the same operand (of cas, the
 * value to compare with). `while (atomicAdd(&next, 1) < n)` waits for nothing, and a cas that compares with what the
 * iteration before found accepts any value.
 *
 * A store to the address that such a load reads, to which its thread may come afterwards (ways.c), is one to a flag:
 * which of two threads writes it last is what the loop asks (the turn in Peterson's lock). Where other threads alone
 * wait, which of two values they find is luck.
 *
 *     if (cost < *(volatile int *)&best) atomicMin(&best, cost);
 *
 * is made for any value, too: all that it decides is whether the same word is updated, and the update alone counts. */
#include "sim/load/load.h"

enum { MOST_STEPS = 12 };
/* Steps for one function: half a second. What is not looked at then counts as waited for. */
#define MOST_WORK (UINT64_C(1) << 27)

/* Some of the function. */
typedef struct Instructions {
    uint32_t *at;
    uint32_t count;
} Instructions;

typedef struct Polls {
    const PtxModule *module;
    const PtxFunction *function;
    SimFlow *flow;
    SimDecision decision;
    uint8_t *writes;   /* by register: how many instructions write it, 2 for more */
    uint32_t *written; /* by register: the last instruction that writes it */
    /* By register, of the loop that is looked at and the question that is asked: */
    uint32_t *in_loop, loops;              /* the number of the last loop that writes it */
    uint32_t *shown_by, *shown, questions; /* the last question that showed it invariant, and in how many steps */
    bool *loop;                            /* by instruction: it belongs to the loop, or to what else is looked at */
    bool *updated;                         /* by instruction: it updates the word that is looked at */
    uint32_t at;                           /* the instruction being visited */
    Instructions updates, polled;          /* atomics that may be repeated; what is polled */
} Polls;

static bool is_spent(const Polls *polls) {
    return polls->flow->work > MOST_WORK;
}

static void note_write(void *context, int32_t reg, bool written) {
    Polls *polls = context;
    if (!written) return;
    polls->writes[reg] = polls->writes[reg] == 0 ? 1 : 2;
    polls->written[reg] = polls->at;
}

static bool is_strong_load(const PtxInstr *instr) {
    return instr->op == PTX_OP_LD && (instr->flags & (PTX_VOLATILE | PTX_RELAXED | PTX_ACQUIRE | PTX_MMIO)) != 0 &&
           instr->operand_count == 2 && instr->operand[1].kind == PTX_OPERAND_ADDRESS;
}

/* Whether the operand is an immediate 0, or a register that only holds 0: clang gives every operand of an atomic a
 * register. */
static bool is_zero(const Polls *polls, const PtxOperand *operand) {
    if (operand->kind == PTX_OPERAND_REG && polls->writes[operand->reg] == 1) {
        const PtxInstr *writer = &polls->function->instrs[polls->written[operand->reg]];
        if (writer->op == PTX_OP_MOV && writer->guard < 0) operand = &writer->operand[1];
    }
    return operand->kind == PTX_OPERAND_IMM && operand->imm == 0;
}

/* Whether an atomic leaves the value as it is when it is executed a second time. */
static bool is_test(const Polls *polls, const PtxInstr *instr) {
    if (instr->op != PTX_OP_ATOM || instr->operand_count < 3 || instr->operand[1].kind != PTX_OPERAND_ADDRESS)
        return false;
    switch (instr->atomic) {
    case PTX_ATOM_CAS:
    case PTX_ATOM_EXCH:
    case PTX_ATOM_AND:
    case PTX_ATOM_OR:
    case PTX_ATOM_MIN:
    case PTX_ATOM_MAX: return true;
    case PTX_ATOM_ADD:
    case PTX_ATOM_XOR: return is_zero(polls, &instr->operand[2]);
    default: return false;
    }
}

static bool may_poll(const Polls *polls, const PtxInstr *instr) {
    return is_strong_load(instr) || is_test(polls, instr);
}

/* ---- is the operand loop-invariant ------------------------------------------------------------------------------- */

static void find_written_in_loop(Polls *polls) {
    polls->loops++;
    for (uint32_t i = 0; i < polls->function->instr_count; i++) {
        const PtxInstr *instr = &polls->function->instrs[i];
        if (polls->loop[i] && instr->operand_count > 0 && instr->operand[0].kind == PTX_OPERAND_REG)
            polls->in_loop[instr->operand[0].reg] = polls->loops;
    }
}

static bool is_invariant(Polls *polls, int32_t reg, uint32_t steps);

/* Whether all that the instruction computes with is invariant. */
static bool computes_alike(Polls *polls, const PtxInstr *instr, uint32_t steps) {
    if (steps == 0 || instr->guard >= 0 || ptx_opcode[instr->op].kind != PTX_KIND_ALU) return false;
    for (uint32_t i = 1; i < instr->operand_count; i++)
        if (instr->operand[i].kind == PTX_OPERAND_REG && !is_invariant(polls, instr->operand[i].reg, steps - 1))
            return false;
    return true;
}

/* One operand that is not invariant answers the question. So what was found invariant need not be shown again, which
 * bounds the time where a tree of operands has the same register thousands of times. */
static bool is_invariant(Polls *polls, int32_t reg, uint32_t steps) {
    if (reg < 0 || polls->writes[reg] == 0) return true;
    if (polls->shown_by[reg] == polls->questions && polls->shown[reg] <= steps) return true;
    uint32_t at = polls->written[reg];
    /* with several writers it is invariant only if none of them is in the loop */
    if (polls->writes[reg] > 1) return polls->in_loop[reg] != polls->loops;
    if (polls->loop[at] && !computes_alike(polls, &polls->function->instrs[at], steps)) return false;
    polls->shown_by[reg] = polls->questions;
    polls->shown[reg] = steps;
    return true;
}

static bool is_operand_invariant(Polls *polls, int32_t reg) {
    polls->questions++;
    return is_invariant(polls, reg, MOST_STEPS);
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static bool waits_for(Polls *polls, uint32_t index) {
    const PtxInstr *load = &polls->function->instrs[index];
    if (!is_operand_invariant(polls, load->operand[1].reg)) return false;
    if (is_test(polls, load) && load->operand[2].kind == PTX_OPERAND_REG &&
        !is_operand_invariant(polls, load->operand[2].reg))
        return false;
    polls->decision.loop = polls->loop;
    sim_follow_value(&polls->decision, index);
    return polls->decision.leaves;
}

static bool decides_branch(Polls *polls, uint32_t index) {
    polls->decision.loop = NULL;
    sim_follow_value(&polls->decision, index);
    return polls->decision.branches > 0 || polls->decision.leaves || polls->decision.returned;
}

static void find_in_loop(Polls *polls, bool *polled) {
    find_written_in_loop(polls);
    for (uint32_t i = 0; i < polls->function->instr_count; i++)
        if (polls->loop[i] && !polled[i] && may_poll(polls, &polls->function->instrs[i]))
            polled[i] = is_spent(polls) || waits_for(polls, i);
}

/* Calls visit for each loop of the function, which polls->loop tells then. When the work is spent, all that is left
 * counts as one. */
static void each_loop(Polls *polls, void visit(Polls *polls, bool *found), bool *found) {
    const PtxFunction *function = polls->function;
    for (uint32_t latch = 0; latch < function->instr_count && !is_spent(polls); latch++)
        for (uint32_t i = 0, header; (header = sim_successors(function, latch, i)) != SIM_NO_MORE; i++)
            if (header <= latch && !is_spent(polls) && sim_mark_loop(polls->flow, latch, header, polls->loop))
                visit(polls, found);
    if (!is_spent(polls)) return;
    for (uint32_t i = 0; i < function->instr_count; i++) polls->loop[i] = true;
    visit(polls, found);
}

static Polls make_polls(Arena *arena, const PtxModule *module, const PtxFunction *function) {
    size_t registers = (size_t)function->reg_count + 1, count = (size_t)function->instr_count + 1;
    Polls polls = {.module = module,
                   .function = function,
                   .flow = sim_flow(arena, function),
                   .writes = arena_array(arena, uint8_t, registers),
                   .written = arena_array(arena, uint32_t, registers),
                   .in_loop = arena_array(arena, uint32_t, registers),
                   .shown_by = arena_array(arena, uint32_t, registers),
                   .shown = arena_array(arena, uint32_t, registers),
                   .loop = arena_array(arena, bool, count)};
    polls.decision = (SimDecision){.flow = polls.flow,
                                   .depends = arena_array(arena, bool, registers),
                                   .controlled = arena_array(arena, bool, count),
                                   .decided = arena_array(arena, bool, count)};
    for (polls.at = 0; polls.at < function->instr_count; polls.at++)
        sim_each_register(&function->instrs[polls.at], note_write, &polls);
    return polls;
}

/* ---- functions that are called in a loop ------------------------------------------------------------------------- */

/* Whether the function may leave a value where its caller finds it, besides what it returns. */
static bool may_store(const PtxFunction *function) {
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        PtxKind kind = ptx_opcode[instr->op].kind;
        bool stores = kind == PTX_KIND_STORE && instr->space != PTX_PARAM;
        if (stores || kind == PTX_KIND_ATOMIC || kind == PTX_KIND_CALL) return true;
    }
    return function->instr_count == 0;
}

/* found: by instruction: calls for whose results the loop waits. */
static void find_calls(Polls *polls, bool *found) {
    for (uint32_t i = 0; i < polls->function->instr_count; i++) {
        const PtxInstr *call = &polls->function->instrs[i];
        if (!polls->loop[i] || found[i] || call->op != PTX_OP_CALL) continue;
        bool known = call->operand[0].kind == PTX_OPERAND_FUNCTION;
        if ((found[i] = is_spent(polls))) continue;
        polls->decision.loop = polls->loop;
        polls->decision.call_stores = !known || may_store(&polls->module->functions[call->operand[0].function]);
        sim_follow_value(&polls->decision, i);
        found[i] = polls->decision.leaves;
    }
}

/* Marks the functions that the function's calls name, of all calls or of those found; a call through a pointer may be
 * one of any. Whether there was one that was not marked. */
static bool mark_called(const PtxModule *module, const PtxFunction *function, const bool *found, bool *marked) {
    bool changed = false;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *call = &function->instrs[i];
        if (call->op != PTX_OP_CALL || (found != NULL && !found[i])) continue;
        bool known = call->operand[0].kind == PTX_OPERAND_FUNCTION;
        uint32_t first = known ? (uint32_t)call->operand[0].function : 0;
        for (uint32_t f = first; f < (known ? first + 1 : module->function_count); f++) {
            changed |= !marked[f];
            marked[f] = true;
        }
    }
    return changed;
}

static bool calls_any(const PtxFunction *function) {
    bool any = false;
    for (uint32_t i = 0; i < function->instr_count; i++) any |= function->instrs[i].op == PTX_OP_CALL;
    return any;
}

const bool *sim_waited_functions(Arena *arena, const PtxModule *module) {
    bool *waited = arena_array(arena, bool, (size_t)module->function_count + 1), changed = true;
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = &module->functions[f];
        if (!calls_any(function)) continue;
        Polls polls = make_polls(arena, module, function);
        bool *found = arena_array(arena, bool, (size_t)function->instr_count + 1);
        each_loop(&polls, find_calls, found);
        mark_called(module, function, found, waited);
    }
    while (changed) {
        changed = false;
        for (uint32_t f = 0; f < module->function_count; f++)
            if (waited[f] && !module->functions[f].is_entry)
                changed |= mark_called(module, &module->functions[f], NULL, waited);
    }
    return waited;
}

/* ---- stores to a flag -------------------------------------------------------------------------------------------- */

static bool same_address(const PtxOperand *a, const PtxOperand *b) {
    return a->reg == b->reg && a->variable == b->variable && a->offset == b->offset;
}

static bool same_access(const PtxInstr *a, const PtxInstr *b) {
    if (a->op != b->op || !same_address(&a->operand[1], &b->operand[1])) return false;
    if (a->op != PTX_OP_ATOM) return true;
    const PtxOperand *x = &a->operand[2], *y = &b->operand[2];
    return a->atomic == b->atomic && x->kind == y->kind &&
           (x->kind == PTX_OPERAND_REG ? x->reg == y->reg : x->imm == y->imm);
}

/* Whether the access is the peeled first iteration's copy of one that a loop repeats. */
static bool is_peeled_copy(Polls *polls, uint32_t index) {
    const PtxInstr *instrs = polls->function->instrs;
    bool same = false;
    for (uint32_t i = 0; i < polls->polled.count && !same; i++)
        same = same_access(&instrs[polls->polled.at[i]], &instrs[index]);
    polls->flow->work += polls->polled.count;
    return same && decides_branch(polls, index);
}

/* Whether the instruction is a strong store to an address from which its thread may poll a load later. */
static bool stores_to_flag(Polls *polls, uint32_t index) {
    const PtxFunction *function = polls->function;
    const PtxInstr *store = &function->instrs[index];
    bool *reached = NULL;
    if (store->op != PTX_OP_ST || (store->flags & (PTX_VOLATILE | PTX_RELAXED | PTX_RELEASE | PTX_MMIO)) == 0)
        return false;
    if (is_spent(polls)) return true;
    polls->flow->work += polls->polled.count;
    for (uint32_t i = 0; i < polls->polled.count; i++) {
        const PtxInstr *load = &function->instrs[polls->polled.at[i]];
        if (load->op != PTX_OP_LD || load->space != store->space ||
            !same_address(&load->operand[1], &store->operand[0]))
            continue;
        if (!function->is_entry) return true;
        if (reached == NULL) {
            reached = polls->loop;
            sim_mark_ways(polls->flow, polls->writes, polls->written, index, reached);
        }
        if (reached[polls->polled.at[i]]) return true;
    }
    return false;
}

static SimAddress address_of(const Polls *polls, const PtxOperand *operand) {
    return sim_address_of(polls->function, polls->writes, polls->written, operand);
}

/* Whether the instruction is an update that may be done more often than necessary. */
static bool may_repeat(const PtxInstr *instr) {
    return ptx_opcode[instr->op].kind == PTX_KIND_ATOMIC &&
           (instr->atomic == PTX_ATOM_MIN || instr->atomic == PTX_ATOM_MAX || instr->atomic == PTX_ATOM_AND ||
            instr->atomic == PTX_ATOM_OR);
}

/* Whether it updates the word at the address. */
static bool updates(const Polls *polls, const PtxInstr *instr, SimAddress word) {
    SimAddress address = address_of(polls, &instr->operand[ptx_opcode[instr->op].destinations]);
    return address.reg == word.reg && address.variable == word.variable && address.offset == word.offset;
}

/* Whether all that the load's value decides is whether the word that it read is updated. */
static bool only_guards_update(Polls *polls, uint32_t index) {
    const PtxInstr *load = &polls->function->instrs[index];
    const Instructions *list = &polls->updates;
    bool any = false;
    if (!is_strong_load(load) || load->vector > 1 || list->count == 0 || is_spent(polls)) return false;
    SimAddress word = address_of(polls, &load->operand[1]);
    for (uint32_t i = 0; i < list->count; i++)
        any |= polls->updated[list->at[i]] = updates(polls, &polls->function->instrs[list->at[i]], word);
    polls->flow->work += list->count * (uint64_t)MOST_STEPS;
    if (!any) return false;
    polls->decision.loop = NULL;
    polls->decision.updates = polls->updated;
    sim_follow_value(&polls->decision, index);
    polls->decision.updates = NULL;
    return polls->decision.branches > 0 && !polls->decision.acts;
}

const uint8_t *sim_polls(Arena *arena, const PtxModule *module, const PtxFunction *function, bool waited) {
    uint32_t count = function->instr_count;
    uint8_t *kind = arena_array(arena, uint8_t, (size_t)count + 1);
    bool any = false;
    for (uint32_t i = 0; i < count && !any; i++)
        any = is_strong_load(&function->instrs[i]) || function->instrs[i].op == PTX_OP_ATOM;
    if (!any) return kind;
    bool *polled = arena_array(arena, bool, (size_t)count + 1);
    Polls polls = make_polls(arena, module, function);
    polls.updates.at = arena_array(arena, uint32_t, (size_t)count + 1);
    polls.polled.at = arena_array(arena, uint32_t, (size_t)count + 1);
    polls.updated = arena_array(arena, bool, (size_t)count + 1);
    each_loop(&polls, find_in_loop, polled);
    for (uint32_t i = 0; i < count; i++) {
        if (may_repeat(&function->instrs[i])) polls.updates.at[polls.updates.count++] = i;
        if (polled[i]) polls.polled.at[polls.polled.count++] = i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (polled[i] || !may_poll(&polls, &function->instrs[i])) continue;
        polled[i] = is_spent(&polls) || (waited ? decides_branch(&polls, i) : is_peeled_copy(&polls, i));
        if (polled[i]) polls.polled.at[polls.polled.count++] = i;
    }
    for (uint32_t i = 0; i < count; i++) polled[i] |= stores_to_flag(&polls, i);
    for (uint32_t i = 0; i < count; i++)
        kind[i] = polled[i] ? SIM_POLLS : only_guards_update(&polls, i) ? SIM_GUARDS_UPDATE : 0;
    return kind;
}
