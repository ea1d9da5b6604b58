/* What ptxas makes of accesses to shared memory, which is what Nsight Compute counts, where it differs from the PTX.
 *
 * ptxas makes one wide load of several narrow ones, and so one request of several. The rules were found by assembling
 * some two hundred small kernels with ptxas of CUDA 13.0 for sm_90 and reading the machine code; an H200's counters for
 * tests/hardware/seed_kernels.cu agree.
 *
 *  1. Candidates are unguarded, not volatile, of 2-, 4- or 8-byte elements in registers of that size (vectors too), and
 *     their addresses are the same value of one register plus constants, or are all constant.
 *  2. At most four elements and at most 16 bytes become one. They lie in one chunk of that size, whose alignment must
 *     be provable (provable.c); where only two elements' alignment is, chunks are of two.
 *  3. Loads: of a chunk of four, three or four become one wide load, in any order and with any gap; two only as its
 *     lower or upper half. Loads of one place are one.
 *  4. Loads of one basic block merge at any distance, across global loads and stores, shuffles and votes, but not
 *     across a store or an atomic that may reach shared memory, a fence, a barrier, bar.warp.sync or cp.async.
 *  5. Stores: of a chunk of four, all four or a half become one, and only where no other access to shared memory stands
 *     between them; vectors and single elements do not mix.
 *  6. Of 4-byte integer atomics whose old value is not read, an add of 1 (u32) becomes one that counts the lanes of
 *     each address. Where the address is provably the same for all lanes, add, min, max, and, or and xor are reduced
 *     within the warp first, and so is an add of one value for all whose old value is read. Either way lanes with one
 *     address share a wavefront.
 *
 * What is not followed: merging across basic blocks, where the assembler unrolls a loop or turns a branch into
 * predicates; accesses through generic addresses; atomics on floats and on 8 bytes, which become loops. */
#include "sim/load/assemble.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 16, MOST_ELEMENTS = 4, ABSOLUTE = -1, MOST_STEPS = 16 };

/* A load or store that may become part of a wider one. */
typedef struct Candidate {
    int32_t root;     /* the register that the address is a constant away from, or ABSOLUTE */
    uint32_t version; /* how often that register was written before: which of its values is meant */
    uint8_t element;  /* bytes */
    uint8_t elements;
    uint8_t chunk;  /* bytes of the widest access that it may become part of */
    uint8_t mask;   /* which elements of the chunk */
    int64_t number; /* the number of the chunk, counted from the root */
    uint32_t index; /* of the instruction */
} Candidate;

typedef VEC(Candidate) Candidates;

typedef struct Assembler {
    Decoder *decoder;
    const PtxFunction *function;
    const SimProven *proven;
    uint32_t *definitions; /* by register: how often it is written, */
    uint32_t *definition;  /* by which instruction last, */
    uint32_t *reads;       /* how often it is read, */
    uint32_t *version;     /* and how often it was written so far */
    SimAssembled *out;     /* by instruction */
    Candidates loads, stores;
} Assembler;

/* ---- the address of an access ------------------------------------------------------------------------------------ */

/* Whether reg is another register plus a constant: *source + *step. */
static bool find_step(const Assembler *assembler, int32_t reg, int32_t *source, int64_t *step) {
    if (assembler->definitions[reg] != 1) return false;
    const PtxInstr *instr = &assembler->function->instrs[assembler->definition[reg]];
    const PtxOperand *from = &instr->operand[1], *by = &instr->operand[2];
    bool adds = instr->op == PTX_OP_ADD || instr->op == PTX_OP_SUB;
    if (instr->operand[0].kind != PTX_OPERAND_REG || instr->operand[0].reg != reg) return false;
    if (instr->guard >= 0 || (!adds && instr->op != PTX_OP_MOV) || from->kind != PTX_OPERAND_REG) return false;
    *source = from->reg;
    *step = 0;
    if (!adds) return true;
    if (by->kind != PTX_OPERAND_IMM || ptx_type_float((PtxType)instr->type[0])) return false;
    *step = ptx_type_bytes((PtxType)instr->type[0]) == 4 ? (int32_t)(uint32_t)by->imm : (int64_t)by->imm;
    if (instr->op == PTX_OP_SUB) *step = (int64_t)(0 - (uint64_t)*step);
    return true;
}

/* Adds with wrap-around, as addresses do. */
static int64_t add(int64_t a, int64_t b) {
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

/* Sets root and version; *at: the constant that is added. */
static bool find_root(const Assembler *assembler, const PtxOperand *address, Candidate *candidate, int64_t *at) {
    const SimSlot *slot = assembler->decoder->slot;
    *at = address->offset;
    candidate->root = ABSOLUTE;
    candidate->version = 0;
    if (address->reg < 0) {
        if (address->variable < 0) return true;
        const SimPlace *place = &assembler->decoder->place[address->variable];
        *at = add(*at, (int64_t)place->address);
        return place->known;
    }
    int32_t reg = address->reg, source;
    int64_t step;
    for (int steps = 0; steps < MOST_STEPS && !slot[reg].known; steps++) {
        if (!find_step(assembler, reg, &source, &step)) break;
        reg = source;
        *at = add(*at, step);
    }
    if (slot[reg].known) {
        *at = add(*at, (int64_t)slot[reg].value);
    } else {
        candidate->root = reg;
        candidate->version = assembler->version[reg];
    }
    return true;
}

/* ---- candidates -------------------------------------------------------------------------------------------------- */

static bool in_whole_registers(const PtxFunction *function, const PtxOperand *data, int bytes) {
    uint32_t count = data->kind == PTX_OPERAND_VECTOR ? data->count : 1;
    const PtxOperand *elements = data->kind == PTX_OPERAND_VECTOR ? data->elements : data;
    for (uint32_t i = 0; i < count; i++)
        if (elements[i].kind == PTX_OPERAND_REG && ptx_type_bytes(function->regs[elements[i].reg].type) != bytes)
            return false;
    return true;
}

static bool make_candidate(const Assembler *assembler, uint32_t index, bool load, Candidate *candidate) {
    const PtxInstr *instr = &assembler->function->instrs[index];
    const PtxOperand *address = &instr->operand[load ? 1 : 0], *data = &instr->operand[load ? 0 : 1];
    int bytes = ptx_type_bytes((PtxType)instr->type[0]), elements = instr->vector ? instr->vector : 1;
    bool ordered = instr->flags & (PTX_VOLATILE | PTX_ACQUIRE | PTX_RELEASE | PTX_SC | PTX_MMIO);
    int64_t at;
    if (instr->guard >= 0 || ordered || bytes < 2 || bytes > 8 || address->kind != PTX_OPERAND_ADDRESS ||
        !in_whole_registers(assembler->function, data, bytes) || !find_root(assembler, address, candidate, &at))
        return false;
    int chunk = bytes * MOST_ELEMENTS < CHUNK ? bytes * MOST_ELEMENTS : CHUNK;
    if (candidate->root != ABSOLUTE) {
        int provable = 1 << assembler->proven[candidate->root].zeros;
        chunk = provable < chunk ? provable : chunk;
    }
    int within = (int)(at & (chunk - 1));
    if (within % bytes != 0 || within + bytes * elements > chunk || bytes * elements == chunk) return false;
    candidate->element = (uint8_t)bytes;
    candidate->elements = (uint8_t)elements;
    candidate->chunk = (uint8_t)chunk;
    candidate->mask = (uint8_t)(((1 << elements) - 1) << within / bytes);
    candidate->number = (int64_t)((uint64_t)at - (uint64_t)within) / chunk;
    candidate->index = index;
    return true;
}

/* ---- merging ----------------------------------------------------------------------------------------------------- */

/* The elements that an access to the elements in own covers once it is merged: all of the chunk's, a half of them,
 * or own. */
static uint8_t widen(uint8_t own, uint8_t wanted, int in_chunk, bool load) {
    uint8_t all = (uint8_t)((1 << in_chunk) - 1);
    if (wanted == all || (load && __builtin_popcount(wanted) >= 3)) return all;
    for (int half = 3; in_chunk == 4 && half <= 12; half *= 4)
        if ((wanted & half) == half && (own & half) == own) return (uint8_t)half;
    return own;
}

/* Merges the candidates of one chunk, which are in the order of the text. */
static void merge_chunk(Assembler *assembler, const Candidate *at, size_t count, bool load) {
    const Candidate *first[1 << MOST_ELEMENTS] = {NULL}; /* by the elements of the wide access */
    uint8_t wanted = 0;
    for (size_t i = 0; i < count; i++) {
        wanted |= at[i].mask;
        if (!load && at[i].elements != at[0].elements) return;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t wide = widen(at[i].mask, wanted, at[i].chunk / at[i].element, load);
        const Candidate *head = first[wide];
        if (head == NULL) {
            first[wide] = &at[i];
            continue;
        }
        int width = __builtin_popcount(wide) * head->element;
        assembler->out[head->index] = (SimAssembled){.how = SIM_MERGED_FIRST, .width = (uint8_t)width};
        assembler->out[at[i].index].how = SIM_MERGED_REST;
    }
}

static int compare_chunks(const Candidate *a, const Candidate *b) {
    if (a->root != b->root) return a->root < b->root ? -1 : 1;
    if (a->version != b->version) return a->version < b->version ? -1 : 1;
    if (a->element != b->element) return a->element - b->element;
    return (a->number > b->number) - (a->number < b->number);
}

static int compare_candidates(const void *a, const void *b) {
    const Candidate *left = a, *right = b;
    int order = compare_chunks(left, right);
    return order != 0 ? order : left->index < right->index ? -1 : 1;
}

static void close_window(Assembler *assembler, Candidates *open, bool load) {
    if (open->count > 1) qsort(open->at, open->count, sizeof *open->at, compare_candidates);
    for (size_t i = 0, next; i < open->count; i = next) {
        next = i + 1;
        while (next < open->count && compare_chunks(&open->at[i], &open->at[next]) == 0) next++;
        if (next - i > 1) merge_chunk(assembler, &open->at[i], next - i, load);
    }
    open->count = 0;
}

static void close_both(Assembler *assembler) {
    close_window(assembler, &assembler->loads, true);
    close_window(assembler, &assembler->stores, false);
}

static void add_load(Assembler *assembler, uint32_t index) {
    Candidate candidate;
    close_window(assembler, &assembler->stores, false);
    if (make_candidate(assembler, index, true, &candidate))
        vec_push(assembler->decoder->arena, &assembler->loads, candidate);
}

/* Whether a store can join the open window: the stores right before it, in the same chunk, none of whose elements it
 * overwrites. So the window never holds more than a chunk's elements. */
static bool fits(const Candidates *open, const Candidate *candidate) {
    for (size_t i = 0; i < open->count; i++)
        if (compare_chunks(&open->at[i], candidate) != 0 || (open->at[i].mask & candidate->mask) != 0) return false;
    return true;
}

static void add_store(Assembler *assembler, uint32_t index) {
    Candidate candidate;
    close_window(assembler, &assembler->loads, true);
    bool can_merge = make_candidate(assembler, index, false, &candidate);
    if (!can_merge || !fits(&assembler->stores, &candidate)) close_window(assembler, &assembler->stores, false);
    if (can_merge) vec_push(assembler->decoder->arena, &assembler->stores, candidate);
}

/* ---- atomics ----------------------------------------------------------------------------------------------------- */

static bool find_constant(const Assembler *assembler, const PtxOperand *operand, uint32_t *value) {
    if (operand->kind == PTX_OPERAND_REG) {
        *value = (uint32_t)assembler->decoder->slot[operand->reg].value;
        return assembler->decoder->slot[operand->reg].known;
    }
    *value = (uint32_t)operand->imm;
    return operand->kind == PTX_OPERAND_IMM;
}

static bool is_uniform(const Assembler *assembler, const PtxOperand *operand) {
    bool has_register = operand->kind == PTX_OPERAND_REG || (operand->kind == PTX_OPERAND_ADDRESS && operand->reg >= 0);
    return !has_register || assembler->proven[operand->reg].uniform || assembler->decoder->slot[operand->reg].known;
}

/* Rule 6: whether lanes with one address share a wavefront. */
static bool lanes_share(const Assembler *assembler, const PtxInstr *instr) {
    bool returns = instr->op == PTX_OP_ATOM;
    const PtxOperand *old = &instr->operand[0], *address = &instr->operand[returns], *value = address + 1;
    if (instr->type[0] != PTX_U32 && instr->type[0] != PTX_S32 && instr->type[0] != PTX_B32) return false;
    if (old->kind == PTX_OPERAND_SINK) returns = false;
    if (old->kind == PTX_OPERAND_REG && assembler->reads[old->reg] == 0) returns = false;
    uint32_t constant;
    bool counts =
        find_constant(assembler, value, &constant) && instr->type[0] == PTX_U32 &&
        ((instr->atomic == PTX_ATOM_ADD && constant == 1) || (instr->atomic == PTX_ATOM_INC && constant == UINT32_MAX));
    if (counts && !returns) return true;
    if (!is_uniform(assembler, address)) return false;
    switch (instr->atomic) {
    case PTX_ATOM_ADD: return !returns || is_uniform(assembler, value);
    case PTX_ATOM_INC: return counts;
    case PTX_ATOM_MIN:
    case PTX_ATOM_MAX:
    case PTX_ATOM_AND:
    case PTX_ATOM_OR:
    case PTX_ATOM_XOR: return !returns;
    default: return false;
    }
}

/* ---- one function ------------------------------------------------------------------------------------------------ */

static void note_register(void *context, int32_t reg, bool written) {
    Assembler *assembler = context;
    if (written)
        assembler->definitions[reg]++;
    else
        assembler->reads[reg]++;
}

static void note_write(void *context, int32_t reg, bool written) {
    Assembler *assembler = context;
    if (written) assembler->version[reg]++;
}

static void visit(Assembler *assembler, uint32_t index) {
    const PtxInstr *instr = &assembler->function->instrs[index];
    bool shared = instr->space == PTX_SHARED, may_be_shared = shared || instr->space == PTX_GENERIC;
    if (assembler->decoder->leads[index]) close_both(assembler);
    switch (ptx_opcode[instr->op].kind) {
    case PTX_KIND_LOAD:
        if (shared)
            add_load(assembler, index);
        else if (may_be_shared)
            close_window(assembler, &assembler->stores, false);
        break;
    case PTX_KIND_STORE:
        if (shared)
            add_store(assembler, index);
        else if (may_be_shared)
            close_both(assembler);
        break;
    case PTX_KIND_ATOMIC:
        if (may_be_shared) close_both(assembler);
        if (shared && lanes_share(assembler, instr)) assembler->out[index].how = SIM_LANES_SHARE;
        break;
    case PTX_KIND_ALU:
    case PTX_KIND_TEXTURE:
    case PTX_KIND_HINT: break;
    case PTX_KIND_WARP:
        if (instr->op == PTX_OP_BAR_WARP) close_both(assembler);
        break;
    default: close_both(assembler); break;
    }
    sim_each_register(instr, note_write, assembler);
}

static bool uses_shared_memory(const PtxFunction *function) {
    for (uint32_t i = 0; i < function->instr_count; i++)
        if (function->instrs[i].space == PTX_SHARED) return true;
    return false;
}

void sim_assemble(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    size_t registers = (size_t)function->reg_count + 1;
    if (!uses_shared_memory(function)) return;
    Assembler assembler = {
        .decoder = decoder, .function = function, .out = decoder->program->pc_assembled + decoder->pc_base};
    assembler.definitions = arena_array(decoder->arena, uint32_t, registers);
    assembler.definition = arena_array(decoder->arena, uint32_t, registers);
    assembler.reads = arena_array(decoder->arena, uint32_t, registers);
    assembler.version = arena_array(decoder->arena, uint32_t, registers);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        sim_each_register(instr, note_register, &assembler);
        if (instr->operand_count > 0 && instr->operand[0].kind == PTX_OPERAND_REG)
            assembler.definition[instr->operand[0].reg] = i;
    }
    assembler.proven = sim_prove(decoder, assembler.definitions);
    for (uint32_t i = 0; i < function->instr_count; i++) visit(&assembler, i);
    close_both(&assembler);
}
