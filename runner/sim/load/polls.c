/* Strong loads and atomics on whose value a loop waits.
 *
 *     while (flag == 0) continue;
 *
 * reads what another thread writes, without an order between the two, and is made for any value that it may read. So
 * is every volatile or relaxed load from one address that a loop repeats and whose value decides a branch of that
 * loop. A load whose value is only computed with is no such load (`c[0] += 1`), and neither is one whose address
 * changes with the loop (a reduction).
 *
 * Compilers peel the first iteration off a loop: a load from the same address elsewhere in the function, whose value
 * decides a branch, belongs to the loop. In a function that is called, the loop may be the caller's: there every
 * instruction counts as repeated, and a value that is returned counts as one that decides a branch.
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
 * A store to the address that such a load reads, to which its thread may come afterwards, is one to a flag: which of
 * two threads writes it last is what the loop asks (the turn in Peterson's lock). Where other threads alone wait, which
 * of two values they find is luck.
 *
 * A loop is what lies between a branch backwards and its target. */
#include "sim/load/load.h"

enum { MOST_ROUNDS = 8, MOST_STEPS = 12 };

typedef struct Polls {
    const PtxFunction *function;
    uint32_t *writes;     /* by register: how many instructions write it */
    uint32_t *written;    /* by register: the last instruction that writes it */
    bool *depends;        /* by register: its value depends on the load */
    uint32_t first, last; /* the first and the last instruction of the loop */
    uint32_t at;          /* the instruction being visited */
    bool reads;           /* that instruction reads a register that depends on the load */
    bool changed;
    bool found;
} Polls;

static void note_write(void *context, int32_t reg, bool written) {
    Polls *polls = context;
    if (!written) return;
    polls->writes[reg]++;
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

/* Finds the innermost loop around an instruction: the shortest one with a branch back to before it. False where
 * there is none. */
static bool find_loop(Polls *polls, uint32_t index) {
    const PtxFunction *function = polls->function;
    bool found = false;
    for (uint32_t i = index; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        uint32_t target = instr->op == PTX_OP_BRA ? instr->operand[0].target : UINT32_MAX;
        if (target > index || (found && i - target >= polls->last - polls->first)) continue;
        polls->first = target;
        polls->last = i;
        found = true;
    }
    return found;
}

/* ---- is the operand loop-invariant ------------------------------------------------------------------------------- */

static bool is_invariant(const Polls *polls, int32_t reg, int steps) {
    if (reg < 0 || polls->writes[reg] == 0) return true;
    uint32_t at = polls->written[reg];
    if (polls->writes[reg] > 1) { /* with several writers it is invariant only if none of them is in the loop */
        for (uint32_t i = polls->first; i <= polls->last; i++) {
            const PtxOperand *to = &polls->function->instrs[i].operand[0];
            if (polls->function->instrs[i].operand_count > 0 && to->kind == PTX_OPERAND_REG && to->reg == reg)
                return false;
        }
        return true;
    }
    if (at < polls->first || at > polls->last) return true;
    const PtxInstr *instr = &polls->function->instrs[at];
    if (steps == 0 || instr->guard >= 0 || ptx_opcode[instr->op].kind != PTX_KIND_ALU) return false;
    for (uint32_t i = 1; i < instr->operand_count; i++)
        if (instr->operand[i].kind == PTX_OPERAND_REG && !is_invariant(polls, instr->operand[i].reg, steps - 1))
            return false;
    return true;
}

/* ---- does the value decide a branch ------------------------------------------------------------------------------ */

static void visit_read(void *context, int32_t reg, bool written) {
    Polls *polls = context;
    polls->reads |= !written && polls->depends[reg];
}

static void visit_write(void *context, int32_t reg, bool written) {
    Polls *polls = context;
    if (!written || polls->depends[reg]) return;
    polls->depends[reg] = polls->changed = true;
}

static void note_result(Polls *polls, const PtxOperand *operand) {
    uint32_t count = operand->kind == PTX_OPERAND_VECTOR ? operand->count : 1;
    const PtxOperand *elements = operand->kind == PTX_OPERAND_VECTOR ? operand->elements : operand;
    for (uint32_t i = 0; i < count; i++)
        if (elements[i].kind == PTX_OPERAND_REG) polls->depends[elements[i].reg] = true;
}

static void follow(Polls *polls, const PtxInstr *instr) {
    PtxKind kind = ptx_opcode[instr->op].kind;
    polls->reads = false;
    sim_each_register(instr, visit_read, polls);
    if (!polls->reads) return;
    bool leaves = kind == PTX_KIND_BRANCH || kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT;
    bool returns = kind == PTX_KIND_STORE && instr->space == PTX_PARAM && !polls->function->is_entry;
    polls->found |= leaves || returns;
    if (kind == PTX_KIND_ALU || kind == PTX_KIND_WARP) sim_each_register(instr, visit_write, polls);
}

/* Whether the load's value decides a branch in first .. last. */
static bool decides(Polls *polls, const PtxInstr *load) {
    for (uint32_t reg = 0; reg < polls->function->reg_count; reg++) polls->depends[reg] = false;
    note_result(polls, &load->operand[0]);
    polls->found = false;
    polls->changed = true;
    for (int round = 0; polls->changed && !polls->found && round < MOST_ROUNDS; round++) {
        polls->changed = false;
        for (uint32_t i = polls->first; i <= polls->last && !polls->found; i++)
            follow(polls, &polls->function->instrs[i]);
    }
    return polls->found;
}

/* ---- all of a function ------------------------------------------------------------------------------------------- */

static bool is_polled(Polls *polls, uint32_t index) {
    const PtxInstr *load = &polls->function->instrs[index];
    if (!polls->function->is_entry) {
        polls->first = 0;
        polls->last = polls->function->instr_count - 1;
        return decides(polls, load);
    }
    if (!find_loop(polls, index) || !is_invariant(polls, load->operand[1].reg, MOST_STEPS)) return false;
    if (is_test(polls, load) && load->operand[2].kind == PTX_OPERAND_REG &&
        !is_invariant(polls, load->operand[2].reg, MOST_STEPS))
        return false;
    return decides(polls, load);
}

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
static bool is_peeled_copy(Polls *polls, uint32_t index, const bool *polled) {
    const PtxFunction *function = polls->function;
    const PtxInstr *load = &function->instrs[index];
    bool same = false;
    for (uint32_t i = 0; i < function->instr_count && !same; i++)
        same = polled[i] && same_access(&function->instrs[i], load);
    polls->first = 0;
    polls->last = function->instr_count - 1;
    return same && decides(polls, load);
}

/* Marks the instructions that a thread may come to after the one at index. False where a branch goes to places that a
 * register names, so that it may come anywhere. */
static bool mark_reached(const PtxFunction *function, uint32_t index, bool *reached, uint32_t *left) {
    uint32_t count = 0;
    left[count++] = index;
    while (count > 0) {
        uint32_t at = left[--count];
        const PtxInstr *instr = &function->instrs[at];
        PtxKind kind = ptx_opcode[instr->op].kind;
        bool leaves = kind == PTX_KIND_RETURN || kind == PTX_KIND_EXIT || instr->op == PTX_OP_BRA;
        if (kind == PTX_KIND_BRANCH && instr->op != PTX_OP_BRA) return false;
        uint32_t next[] = {leaves && instr->guard < 0 ? UINT32_MAX : at + 1,
                           instr->op == PTX_OP_BRA ? instr->operand[0].target : UINT32_MAX};
        for (int i = 0; i < 2; i++) {
            if (next[i] >= function->instr_count || reached[next[i]]) continue;
            reached[next[i]] = true;
            left[count++] = next[i];
        }
    }
    return true;
}

/* Whether the instruction is a strong store to an address from which its thread may poll a load later. */
static bool stores_to_flag(Arena *arena, const PtxFunction *function, uint32_t index, const bool *polled) {
    const PtxInstr *store = &function->instrs[index];
    bool *reached = NULL, anywhere = !function->is_entry;
    if (store->op != PTX_OP_ST || (store->flags & (PTX_VOLATILE | PTX_RELAXED | PTX_RELEASE | PTX_MMIO)) == 0)
        return false;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *load = &function->instrs[i];
        if (!polled[i] || load->op != PTX_OP_LD || load->space != store->space ||
            !same_address(&load->operand[1], &store->operand[0]))
            continue;
        if (reached == NULL && !anywhere) {
            reached = arena_array(arena, bool, (size_t)function->instr_count + 1);
            uint32_t *left = arena_array(arena, uint32_t, (size_t)function->instr_count + 1);
            anywhere = !mark_reached(function, index, reached, left);
        }
        if (anywhere || reached[i]) return true;
    }
    return false;
}

const bool *sim_polls(Arena *arena, const PtxFunction *function) {
    bool *polled = arena_array(arena, bool, (size_t)function->instr_count + 1);
    bool any = false;
    for (uint32_t i = 0; i < function->instr_count && !any; i++)
        any = is_strong_load(&function->instrs[i]) || function->instrs[i].op == PTX_OP_ATOM;
    if (!any) return polled;
    size_t registers = (size_t)function->reg_count + 1;
    Polls polls = {.function = function,
                   .writes = arena_array(arena, uint32_t, registers),
                   .written = arena_array(arena, uint32_t, registers),
                   .depends = arena_array(arena, bool, registers)};
    for (polls.at = 0; polls.at < function->instr_count; polls.at++)
        sim_each_register(&function->instrs[polls.at], note_write, &polls);
    for (uint32_t i = 0; i < function->instr_count; i++)
        polled[i] = may_poll(&polls, &function->instrs[i]) && is_polled(&polls, i);
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (!polled[i] && may_poll(&polls, &function->instrs[i])) polled[i] = is_peeled_copy(&polls, i, polled);
    for (uint32_t i = 0; i < function->instr_count; i++) polled[i] |= stores_to_flag(arena, function, i, polled);
    return polled;
}
