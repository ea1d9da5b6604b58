/* Which registers are live where: something may still read what they hold.
 *
 * It is computed over the basic blocks, backward, until nothing changes. Divergence does not matter: a lane only writes
 * its own part of a row, and follows one path through the text. */
#include <string.h>

#include "sim/load/liveness.h"

/* Bits of liveness sets above which no rows are shared: no compiler writes such a function. */
#define LIVENESS_LIMIT (UINT64_C(1) << 26)

/* Words that the iteration may visit, about a second's work: compilers' code needs a few rounds over it, blocks that
 * stand in the opposite order of that in which they are executed need as many rounds as there are blocks. Beyond it no
 * rows are shared. */
#define LIVENESS_WORK (UINT64_C(1) << 30)

/* ---- what an instruction reads and writes ------------------------------------------------------------------------ */

static void visit_operand(const PtxOperand *operand, bool written, SimRegisterVisitor *visit, void *context) {
    switch (operand->kind) {
    case PTX_OPERAND_REG: visit(context, operand->reg, written); break;
    case PTX_OPERAND_ADDRESS:
        if (operand->reg >= 0) visit(context, operand->reg, false);
        break;
    case PTX_OPERAND_VECTOR:
        for (uint32_t i = 0; i < operand->count; i++) visit_operand(&operand->elements[i], written, visit, context);
        break;
    default: break;
    }
}

/* How many of the operands, from the first on, are written. */
static uint32_t written_operands(const PtxInstr *instr) {
    return instr->op == PTX_OP_BAR && instr->mode == PTX_BAR_RED ? 1 : ptx_opcode[instr->op].destinations;
}

void sim_each_register(const PtxInstr *instr, SimRegisterVisitor *visit, void *context) {
    uint32_t written = written_operands(instr);
    if (instr->guard >= 0) visit(context, instr->guard, false);
    for (uint32_t i = written; i < instr->operand_count; i++) visit_operand(&instr->operand[i], false, visit, context);
    for (uint32_t i = 0; i < written && i < instr->operand_count; i++) {
        if (instr->guard >= 0) visit_operand(&instr->operand[i], false, visit, context);
        visit_operand(&instr->operand[i], true, visit, context);
    }
    if (instr->guard >= 0) visit_operand(&instr->also, false, visit, context);
    visit_operand(&instr->also, true, visit, context);
}

/* ---- basic blocks ------------------------------------------------------------------------------------------------ */

typedef struct Block {
    uint32_t first, end; /* instructions */
} Block;

typedef struct Liveness {
    const Decoder *decoder;
    SimLiveness *result;
    Block *blocks;
    uint64_t *reads, *writes, *in, *out; /* sets of registers, block after block */
    uint64_t work;                       /* words visited so far */
    uint32_t block, at;                  /* the block and the instruction being visited */
} Liveness;

static void find_blocks(Liveness *live) {
    const Decoder *decoder = live->decoder;
    uint32_t count = decoder->function->instr_count;
    for (uint32_t i = 0; i < count; i++) live->result->block_count += decoder->leads[i];
    live->blocks = arena_array(decoder->arena, Block, live->result->block_count);
    live->result->block_of = arena_array(decoder->arena, uint32_t, (size_t)count + 1);
    uint32_t block = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (decoder->leads[i]) live->blocks[block++].first = i;
        live->result->block_of[i] = block - 1;
        live->blocks[block - 1].end = i + 1;
    }
    live->result->block_of[count] = live->result->block_count;
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static void note_use(void *context, int32_t reg, bool written) {
    Liveness *live = context;
    size_t word = (size_t)live->block * live->result->words + (size_t)reg / 64;
    uint64_t bit = UINT64_C(1) << reg % 64;
    if (written)
        live->writes[word] |= bit;
    else if (!(live->writes[word] & bit))
        live->reads[word] |= bit;
}

static bool merge_successor(Liveness *live, uint32_t block, uint32_t successor) {
    if (successor >= live->result->block_count) return false;
    bool changed = false;
    live->work += live->result->words;
    uint64_t *out = &live->out[(size_t)block * live->result->words],
             *in = &live->in[(size_t)successor * live->result->words];
    for (uint32_t word = 0; word < live->result->words; word++) {
        changed |= (in[word] & ~out[word]) != 0;
        out[word] |= in[word];
    }
    return changed;
}

static bool flow_through(Liveness *live, uint32_t block) {
    const PtxFunction *function = live->decoder->function;
    const PtxInstr *last = &function->instrs[live->blocks[block].end - 1];
    uint32_t next = live->result->block_of[live->blocks[block].end];
    uint8_t kind = ptx_opcode[last->op].kind;
    bool changed = false;
    if (last->op == PTX_OP_BRA)
        changed |= merge_successor(live, block, live->result->block_of[last->operand[0].target]);
    for (uint32_t i = 0; last->op == PTX_OP_BRX && i < last->target_count; i++)
        changed |= merge_successor(live, block, live->result->block_of[last->targets[i]]);
    bool falls = last->guard >= 0 || (kind != PTX_KIND_BRANCH && kind != PTX_KIND_RETURN && kind != PTX_KIND_EXIT);
    if (falls) changed |= merge_successor(live, block, next);
    size_t base = (size_t)block * live->result->words;
    live->work += live->result->words;
    for (uint32_t word = 0; word < live->result->words; word++) {
        uint64_t in = live->reads[base + word] | (live->out[base + word] & ~live->writes[base + word]);
        changed |= in != live->in[base + word];
        live->in[base + word] = in;
    }
    return changed;
}

static void compute_sets(Liveness *live) {
    const Decoder *decoder = live->decoder;
    size_t words = (size_t)live->result->words * live->result->block_count;
    live->reads = arena_array(decoder->arena, uint64_t, words);
    live->writes = arena_array(decoder->arena, uint64_t, words);
    live->in = arena_array(decoder->arena, uint64_t, words);
    live->out = arena_array(decoder->arena, uint64_t, words);
    for (live->block = 0; live->block < live->result->block_count; live->block++)
        for (uint32_t i = live->blocks[live->block].first; i < live->blocks[live->block].end; i++)
            sim_each_register(&decoder->function->instrs[i], note_use, live);
    bool changed = true;
    while (changed && live->work <= LIVENESS_WORK) {
        changed = false;
        for (uint32_t block = live->result->block_count; block-- > 0;) changed |= flow_through(live, block);
    }
    if (changed) return;
    live->result->in = live->in;
    live->result->out = live->out;
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

static void extend(Liveness *live, size_t reg, uint32_t at) {
    if (at < live->result->first[reg]) live->result->first[reg] = at;
    if (at > live->result->last[reg]) live->result->last[reg] = at;
}

static void note_range(void *context, int32_t reg, bool written) {
    (void)written;
    Liveness *live = context;
    extend(live, (size_t)reg, live->at);
}

static void compute_ranges(Liveness *live) {
    const PtxFunction *function = live->decoder->function;
    for (uint32_t block = 0; block < live->result->block_count; block++) {
        size_t base = (size_t)block * live->result->words;
        for (uint32_t reg = 0; reg < function->reg_count; reg++) {
            uint64_t bit = UINT64_C(1) << reg % 64;
            if (live->in[base + reg / 64] & bit) extend(live, reg, live->blocks[block].first);
            if (live->out[base + reg / 64] & bit) extend(live, reg, live->blocks[block].end);
        }
        for (live->at = live->blocks[block].first; live->at < live->blocks[block].end; live->at++)
            sim_each_register(&function->instrs[live->at], note_range, live);
    }
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

/* SimLiveness says what uses are. A register that is only written under a guard is not read here, nor written: other
 * lanes keep what they had. */
typedef struct Uses {
    uint32_t *from, *at; /* uses_from, uses */
    uint32_t index;      /* of the instruction being visited */
    bool counts;         /* in the first round */
} Uses;

static void note_one_use(void *context, int32_t reg, bool written) {
    Uses *uses = context;
    if (uses->counts)
        uses->from[reg + 1]++;
    else
        uses->at[uses->from[reg]++] = 2 * uses->index + written;
}

static void note_uses(Uses *uses, const PtxInstr *instr) {
    uint32_t written = written_operands(instr);
    if (instr->guard >= 0) note_one_use(uses, instr->guard, false);
    for (uint32_t i = written; i < instr->operand_count; i++)
        visit_operand(&instr->operand[i], false, note_one_use, uses);
    if (instr->guard >= 0) return;
    for (uint32_t i = 0; i < written && i < instr->operand_count; i++)
        visit_operand(&instr->operand[i], true, note_one_use, uses);
    visit_operand(&instr->also, true, note_one_use, uses);
}

static void find_uses(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    Uses uses = {.from = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 2), .counts = true};
    for (uses.index = 0; uses.index < function->instr_count; uses.index++)
        note_uses(&uses, &function->instrs[uses.index]);
    for (uint32_t reg = 0; reg < function->reg_count; reg++) uses.from[reg + 1] += uses.from[reg];
    uses.at = arena_array(decoder->arena, uint32_t, (size_t)uses.from[function->reg_count] + 1);
    uses.counts = false;
    for (uses.index = 0; uses.index < function->instr_count; uses.index++)
        note_uses(&uses, &function->instrs[uses.index]);
    for (uint32_t reg = function->reg_count; reg > 0; reg--) uses.from[reg] = uses.from[reg - 1];
    uses.from[0] = 0;
    decoder->live->uses_from = uses.from;
    decoder->live->uses = uses.at;
}

uint32_t sim_first_reader(const Decoder *decoder, uint32_t reg) {
    const SimLiveness *live = decoder->live;
    uint32_t block = UINT32_MAX;
    for (uint32_t i = live->uses_from[reg]; i < live->uses_from[reg + 1]; i++) {
        uint32_t at = live->uses[i] / 2;
        if (live->block_of[at] == block) continue;
        block = live->block_of[at];
        bool alive = live->in[(size_t)block * live->words + reg / 64] >> reg % 64 & 1;
        if (alive && live->uses[i] % 2 == 0) return at;
    }
    return decoder->function->instr_count;
}

/* Where in live->uses the register's uses from that instruction on begin. */
static uint32_t next_use(const SimLiveness *live, int32_t reg, uint32_t at) {
    uint32_t low = live->uses_from[reg], high = live->uses_from[reg + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (live->uses[middle] / 2 < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sim_is_live(const Decoder *decoder, int32_t reg, uint32_t at) {
    const SimLiveness *live = decoder->live;
    if (at >= decoder->function->instr_count) return false;
    if (live->in == NULL) return true;
    size_t word = (size_t)live->block_of[at] * live->words + (uint32_t)reg / 64;
    if (decoder->leads[at]) return live->in[word] >> reg % 64 & 1;
    uint32_t use = next_use(live, reg, at);
    bool in_block = use < live->uses_from[reg + 1] && live->block_of[live->uses[use] / 2] == live->block_of[at];
    return in_block ? live->uses[use] % 2 == 0 : live->out[word] >> reg % 64 & 1;
}

/* ------------------------------------------------------------------------------------------------------------------ */

void sim_find_liveness(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    SimLiveness *result = decoder->live = arena_make(decoder->arena, SimLiveness);
    *result = (SimLiveness){.words = (function->reg_count + 63) / 64,
                            .first = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1),
                            .last = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1)};
    memset(result->first, 0xff, ((size_t)function->reg_count + 1) * sizeof *result->first);
    if (function->reg_count == 0 || function->instr_count == 0) return;
    Liveness live = {.decoder = decoder, .result = result};
    find_blocks(&live);
    if ((uint64_t)result->words * 64 * result->block_count <= LIVENESS_LIMIT) compute_sets(&live);
    if (result->in != NULL) {
        find_uses(decoder);
        compute_ranges(&live);
        return;
    }
    for (uint32_t reg = 0; reg < function->reg_count; reg++) {
        result->first[reg] = 0;
        result->last[reg] = function->instr_count;
    }
}
