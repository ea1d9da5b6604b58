/* See idle.h. */
#include "ptx/idle.h"

/* Steps from one instruction to the next: those of a kernel of some thousand instructions with hundreds of branches. */
#define MOST_STEPS (UINT64_C(1) << 24)

typedef struct Needs {
    const PtxFunction *function;
    bool *needed;       /* by instruction, so far */
    bool *read;         /* by register: a needed instruction reads it */
    uint32_t *seen_by;  /* by instruction: the last search that came to it */
    uint32_t *to_visit; /* of that search */
    uint32_t searches;
    uint64_t steps;
    bool changed;
} Needs;

static PtxKind kind_of(const PtxInstr *instr) {
    return ptx_opcode[instr->op].kind;
}

static bool is_choice(const PtxInstr *instr) {
    return kind_of(instr) == PTX_KIND_BRANCH && (instr->guard >= 0 || instr->target_count > 0);
}

/* ---- registers --------------------------------------------------------------------------------------------------- */

static bool writes_read(const Needs *needs, const PtxOperand *operand) {
    bool any = operand->kind == PTX_OPERAND_REG && needs->read[operand->reg];
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        any |= writes_read(needs, &operand->elements[i]);
    return any;
}

static bool result_is_read(const Needs *needs, const PtxInstr *instr) {
    bool any = writes_read(needs, &instr->also);
    for (uint32_t i = 0; i < ptx_opcode[instr->op].destinations && i < instr->operand_count; i++)
        any |= writes_read(needs, &instr->operand[i]);
    return any;
}

static void read_operand(Needs *needs, const PtxOperand *operand) {
    bool has_register = operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS;
    if (has_register && operand->reg >= 0) needs->read[operand->reg] = true;
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        read_operand(needs, &operand->elements[i]);
}

/* Where the destination may be missing (barriers, calls) the first operand counts as read. */
static void need(Needs *needs, uint32_t at) {
    const PtxInstr *instr = &needs->function->instrs[at];
    PtxKind kind = kind_of(instr);
    bool computes = kind == PTX_KIND_ALU || kind == PTX_KIND_WARP;
    bool accesses = kind == PTX_KIND_LOAD || kind == PTX_KIND_ATOMIC;
    uint32_t first = computes || accesses ? ptx_opcode[instr->op].destinations : 0;
    needs->needed[at] = needs->changed = true;
    if (instr->guard >= 0) needs->read[instr->guard] = true;
    for (uint32_t i = first; i < instr->operand_count; i++) read_operand(needs, &instr->operand[i]);
}

/* ---- branches ---------------------------------------------------------------------------------------------------- */

/* Adds the instructions that may come after `at`, but that at which a branch's lanes meet again. */
static size_t add_successors(Needs *needs, uint32_t at, uint32_t meet, size_t count) {
    const PtxInstr *instr = &needs->function->instrs[at];
    bool branch = kind_of(instr) == PTX_KIND_BRANCH;
    uint32_t label = branch && instr->operand[0].kind == PTX_OPERAND_LABEL ? instr->operand[0].target : at;
    needs->steps += instr->target_count + 1;
    for (uint32_t i = 0; i < instr->target_count + 2; i++) {
        uint32_t following = branch && instr->guard < 0 ? at : at + 1; /* at: none */
        uint32_t beside = i == instr->target_count ? label : following;
        uint32_t next = i < instr->target_count ? instr->targets[i] : beside;
        if (next == at || next == meet || next >= needs->function->instr_count) continue;
        if (needs->seen_by[next] == needs->searches) continue;
        needs->seen_by[next] = needs->searches;
        needs->to_visit[count++] = next;
    }
    return count;
}

/* Whether a needed instruction lies between the branch and the point at which its lanes meet again. */
static bool decides(Needs *needs, uint32_t branch) {
    uint32_t meet = needs->function->instrs[branch].reconverge;
    needs->searches++;
    size_t count = add_successors(needs, branch, meet, 0);
    while (count > 0 && needs->steps < MOST_STEPS) {
        uint32_t at = needs->to_visit[--count];
        if (needs->needed[at]) return true;
        count = add_successors(needs, at, meet, count);
    }
    return false;
}

/* ---- a function -------------------------------------------------------------------------------------------------- */

static void look_at(Needs *needs, uint32_t at) {
    const PtxInstr *instr = &needs->function->instrs[at];
    PtxKind kind = kind_of(instr);
    needs->steps++;
    if (needs->needed[at] || (kind == PTX_KIND_BRANCH && !is_choice(instr))) return;
    bool computes = kind == PTX_KIND_ALU && instr->op != PTX_OP_UNSUPPORTED && (instr->flags & PTX_CC) == 0;
    if (computes ? result_is_read(needs, instr) : kind != PTX_KIND_BRANCH || decides(needs, at)) need(needs, at);
}

static PtxUse use_of(const Needs *needs, uint32_t at) {
    const PtxInstr *instr = &needs->function->instrs[at];
    bool computes = kind_of(instr) == PTX_KIND_ALU || is_choice(instr);
    if (computes) return needs->needed[at] ? PTX_USE_NEEDED : PTX_USE_IDLE;
    bool compares = instr->op == PTX_OP_ATOM && instr->atomic == PTX_ATOM_CAS;
    return compares && !result_is_read(needs, instr) ? PTX_USE_UNCHECKED : PTX_USE_NEEDED;
}

PtxUse *ptx_uses(const PtxFunction *function, Arena *arena) {
    uint32_t count = function->instr_count;
    Needs needs = {.function = function,
                   .needed = arena_array(arena, bool, count + 1),
                   .read = arena_array(arena, bool, function->reg_count + 1),
                   .seen_by = arena_array(arena, uint32_t, count + 1),
                   .to_visit = arena_array(arena, uint32_t, count + 1),
                   .changed = true};
    while (needs.changed && needs.steps < MOST_STEPS) {
        needs.changed = false;
        for (uint32_t i = count; i-- > 0;) look_at(&needs, i);
    }
    PtxUse *uses = arena_array(arena, PtxUse, count + 1);
    for (uint32_t i = 0; i < count && needs.steps < MOST_STEPS; i++) uses[i] = use_of(&needs, i);
    return uses;
}
