/* Which row each virtual register gets.
 *
 * nvcc computes addresses in shared memory in registers of 32 bits (NVRTC in 64), and handlers that recall requests
 * (recall.h) take addresses of 64. Such a register gets a second row, for the same part of the text, with its value
 * in 64 bits. The value keeps its sign, because compilers write s[i - 35 + 35] as a register that lies below the
 * space's beginning, plus an offset.
 *
 * PTX has an unlimited number of registers; an unrolled kernel has thousands, of which a few dozen are live at a
 * time. Liveness is computed over the basic blocks (backward, until nothing changes); a register's range is the part
 * of the text from the first to the last instruction at which it is live, loops included; a linear scan assigns rows
 * and frees them. A row that an instruction reads last is not given to the same instruction's result, because
 * results may be written in several steps.
 *
 * Divergence does not matter: a lane only writes its own part of a row, and follows one path through the text. */
#include "sim/load/load.h"

#include <string.h>

/* Bits of liveness sets above which no rows are shared: no compiler writes such a function. */
#define LIVENESS_LIMIT (UINT64_C(1) << 26)

/* Words that the iteration may visit, about a second's work: compilers' code needs a few rounds over it, blocks that
 * stand in the opposite order of that in which they are executed need as many rounds as there are blocks. Beyond it no
 * rows are shared. */
#define LIVENESS_WORK (UINT64_C(1) << 30)

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

typedef struct Block {
    uint32_t first, end; /* instructions */
} Block;

typedef struct Liveness {
    Decoder *decoder;
    uint32_t words; /* 64-bit words per set */
    Block *blocks;
    uint32_t block_count;
    uint32_t *block_of;                  /* by instruction; block_count for the end of the function */
    uint64_t *reads, *writes, *in, *out; /* sets of registers, block after block; in: NULL where they are not known */
    uint64_t work;                       /* words visited so far */
    uint32_t block, at;                  /* the block and the instruction being visited */
    uint32_t *first, *last;
} Liveness;

static bool has_row(const Decoder *decoder, int32_t reg) {
    return !decoder->slot[reg].constant && decoder->function->regs[reg].type != PTX_PRED;
}

static void note_use(void *context, int32_t reg, bool written) {
    Liveness *live = context;
    size_t word = (size_t)live->block * live->words + (size_t)reg / 64;
    uint64_t bit = UINT64_C(1) << reg % 64;
    if (written)
        live->writes[word] |= bit;
    else if (!(live->writes[word] & bit))
        live->reads[word] |= bit;
}

static void extend(Liveness *live, size_t reg, uint32_t at) {
    if (at < live->first[reg]) live->first[reg] = at;
    if (at > live->last[reg]) live->last[reg] = at;
}

static void note_range(void *context, int32_t reg, bool written) {
    (void)written;
    Liveness *live = context;
    extend(live, (size_t)reg, live->at);
}

static void find_blocks(Liveness *live) {
    const Decoder *decoder = live->decoder;
    uint32_t count = decoder->function->instr_count;
    for (uint32_t i = 0; i < count; i++) live->block_count += decoder->leads[i];
    live->blocks = arena_array(decoder->arena, Block, live->block_count);
    live->block_of = arena_array(decoder->arena, uint32_t, (size_t)count + 1);
    uint32_t block = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (decoder->leads[i]) live->blocks[block++].first = i;
        live->block_of[i] = block - 1;
        live->blocks[block - 1].end = i + 1;
    }
    live->block_of[count] = live->block_count;
}

static bool merge_successor(Liveness *live, uint32_t block, uint32_t successor) {
    if (successor >= live->block_count) return false;
    bool changed = false;
    live->work += live->words;
    uint64_t *out = &live->out[(size_t)block * live->words], *in = &live->in[(size_t)successor * live->words];
    for (uint32_t word = 0; word < live->words; word++) {
        changed |= (in[word] & ~out[word]) != 0;
        out[word] |= in[word];
    }
    return changed;
}

static bool flow_through(Liveness *live, uint32_t block) {
    const PtxFunction *function = live->decoder->function;
    const PtxInstr *last = &function->instrs[live->blocks[block].end - 1];
    uint32_t next = live->block_of[live->blocks[block].end];
    uint8_t kind = ptx_opcode[last->op].kind;
    bool changed = false;
    if (last->op == PTX_OP_BRA) changed |= merge_successor(live, block, live->block_of[last->operand[0].target]);
    for (uint32_t i = 0; last->op == PTX_OP_BRX && i < last->target_count; i++)
        changed |= merge_successor(live, block, live->block_of[last->targets[i]]);
    bool falls = last->guard >= 0 || (kind != PTX_KIND_BRANCH && kind != PTX_KIND_RETURN && kind != PTX_KIND_EXIT);
    if (falls) changed |= merge_successor(live, block, next);
    size_t base = (size_t)block * live->words;
    live->work += live->words;
    for (uint32_t word = 0; word < live->words; word++) {
        uint64_t in = live->reads[base + word] | (live->out[base + word] & ~live->writes[base + word]);
        changed |= in != live->in[base + word];
        live->in[base + word] = in;
    }
    return changed;
}

static void compute_sets(Liveness *live) {
    Decoder *decoder = live->decoder;
    size_t words = (size_t)live->words * live->block_count;
    live->reads = arena_array(decoder->arena, uint64_t, words);
    live->writes = arena_array(decoder->arena, uint64_t, words);
    live->in = arena_array(decoder->arena, uint64_t, words);
    live->out = arena_array(decoder->arena, uint64_t, words);
    for (live->block = 0; live->block < live->block_count; live->block++)
        for (uint32_t i = live->blocks[live->block].first; i < live->blocks[live->block].end; i++)
            sim_each_register(&decoder->function->instrs[i], note_use, live);
    bool changed = true;
    while (changed && live->work <= LIVENESS_WORK) {
        changed = false;
        for (uint32_t block = live->block_count; block-- > 0;) changed |= flow_through(live, block);
    }
    if (changed) live->in = live->out = NULL;
}

static void compute_ranges(Liveness *live) {
    const PtxFunction *function = live->decoder->function;
    for (uint32_t block = 0; block < live->block_count; block++) {
        size_t base = (size_t)block * live->words;
        for (uint32_t reg = 0; reg < function->reg_count; reg++) {
            uint64_t bit = UINT64_C(1) << reg % 64;
            if (live->in[base + reg / 64] & bit) extend(live, reg, live->blocks[block].first);
            if (live->out[base + reg / 64] & bit) extend(live, reg, live->blocks[block].end);
        }
        for (live->at = live->blocks[block].first; live->at < live->blocks[block].end; live->at++)
            sim_each_register(&function->instrs[live->at], note_range, live);
    }
}

/* Rows that are free again, one list for each size, and how many were made. */
typedef struct Pool {
    uint32_t *free;
    uint32_t free_count, made;
} Pool;

static uint32_t take_row(Pool *pool) {
    return pool->free_count ? pool->free[--pool->free_count] : pool->made++;
}

/* Registers sorted by the start of their ranges, by a counting sort over instructions. */
static uint32_t *registers_by_start(const Liveness *live) {
    const Decoder *decoder = live->decoder;
    uint32_t count = decoder->function->reg_count, places = decoder->function->instr_count + 2;
    uint32_t *start = arena_array(decoder->arena, uint32_t, places + 1);
    uint32_t *sorted = arena_array(decoder->arena, uint32_t, (size_t)count + 1);
    for (uint32_t reg = 0; reg < count; reg++) start[(live->first[reg] < places ? live->first[reg] : places - 1) + 1]++;
    for (uint32_t i = 0; i < places; i++) start[i + 1] += start[i];
    for (uint32_t reg = 0; reg < count; reg++)
        sorted[start[live->first[reg] < places ? live->first[reg] : places - 1]++] = reg;
    return sorted;
}

/* A row that is taken, in the list of those that are free again after one instruction. */
typedef struct Taken {
    uint32_t row;
    uint32_t next; /* in that list, plus one */
    bool wide;
} Taken;

typedef struct Rows {
    Pool pools[2]; /* of rows of 32 bits and of 64 */
    Taken *taken;
    uint32_t taken_count;
    uint32_t *until; /* by instruction: its list in taken, plus one */
    uint32_t freed;  /* instructions whose lists are free again */
} Rows;

static void free_rows(Rows *rows, uint32_t before) {
    for (; rows->freed < before; rows->freed++)
        for (uint32_t next = rows->until[rows->freed]; next != 0; next = rows->taken[next - 1].next) {
            Pool *pool = &rows->pools[rows->taken[next - 1].wide];
            pool->free[pool->free_count++] = rows->taken[next - 1].row;
        }
}

static uint32_t take_until(Rows *rows, bool wide, uint32_t last) {
    uint32_t row = take_row(&rows->pools[wide]);
    rows->taken[rows->taken_count++] = (Taken){.row = row, .next = rows->until[last], .wide = wide};
    rows->until[last] = rows->taken_count;
    return row;
}

static void assign_rows(Liveness *live) {
    Decoder *decoder = live->decoder;
    const PtxFunction *function = decoder->function;
    uint32_t count = function->reg_count, *sorted = registers_by_start(live);
    Rows rows = {.pools = {{.free = arena_array(decoder->arena, uint32_t, (size_t)count + 1)},
                           {.free = arena_array(decoder->arena, uint32_t, 2 * (size_t)count + 1)}},
                 .taken = arena_array(decoder->arena, Taken, 2 * (size_t)count + 1),
                 .until = arena_array(decoder->arena, uint32_t, (size_t)function->instr_count + 1)};
    uint32_t *wide_row_of = arena_array(decoder->arena, uint32_t, (size_t)count + 1);
    uint32_t *row_of = arena_array(decoder->arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t reg = sorted[i];
        if (live->first[reg] == UINT32_MAX || !has_row(decoder, (int32_t)reg)) continue;
        free_rows(&rows, live->first[reg]);
        row_of[reg] = take_until(&rows, sim_row_bytes(function->regs[reg].type) == 8, live->last[reg]);
        if (decoder->slot[reg].has_wide) wide_row_of[reg] = take_until(&rows, true, live->last[reg]);
    }
    uint32_t narrow_at = decoder->narrow_at = decoder->rows_size + rows.pools[1].made * SIM_ROW64;
    for (uint32_t reg = 0; reg < count; reg++) {
        if (!has_row(decoder, (int32_t)reg)) continue;
        bool wide = sim_row_bytes(function->regs[reg].type) == 8;
        decoder->slot[reg].operand = SIM_AREA_FRAME | (wide ? decoder->rows_size + row_of[reg] * SIM_ROW64
                                                            : narrow_at + row_of[reg] * SIM_ROW32);
        decoder->slot[reg].wide = SIM_AREA_FRAME | (decoder->rows_size + wide_row_of[reg] * SIM_ROW64);
    }
    decoder->rows_size = narrow_at + rows.pools[0].made * SIM_ROW32;
}

/* Finds the registers of 32 bits that address words of shared memory. */
static void find_wide(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        uint8_t kind = ptx_opcode[instr->op].kind;
        bool access = kind == PTX_KIND_LOAD || kind == PTX_KIND_STORE || kind == PTX_KIND_ATOMIC;
        if (!access || instr->space != PTX_SHARED || instr->vector > 1 || ptx_type_bytes(instr->type[0]) != 4) continue;
        for (uint32_t j = 0; j < instr->operand_count; j++) {
            int32_t reg = instr->operand[j].kind == PTX_OPERAND_ADDRESS ? instr->operand[j].reg : -1;
            if (reg >= 0 && sim_row_bytes(function->regs[reg].type) == 4 && has_row(decoder, reg))
                decoder->slot[reg].has_wide = true;
        }
    }
}

static void write_wide(void *context, int32_t reg, bool written) {
    Decoder *decoder = context;
    const SimSlot *slot = &decoder->slot[reg];
    if (written && slot->has_wide) sim_emit_lane(decoder, LANE_widen_s32, slot->wide, slot->operand, 0, 0);
}

void sim_write_wide_rows(Decoder *decoder, const PtxInstr *instr) {
    sim_each_register(instr, write_wide, decoder);
}

/* ---- uses -------------------------------------------------------------------------------------------------------- */

/* Which instructions decide whether a register is live before them, register after register and in the order of the
 * text: for each twice its index, plus one where it writes the register. One that is only written under a guard is no
 * read here, nor a write: other lanes keep what they had. */
typedef struct Uses {
    uint32_t *from, *at; /* for register r: at[from[r]] to at[from[r + 1]] */
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
    decoder->uses_from = uses.from;
    decoder->uses_at = uses.at;
}

/* The first instruction of the text that may read a register before anything has written it; instr_count: none. */
static uint32_t first_reader(const Liveness *live, uint32_t reg) {
    const Decoder *decoder = live->decoder;
    uint32_t block = UINT32_MAX;
    for (uint32_t i = decoder->uses_from[reg]; i < decoder->uses_from[reg + 1]; i++) {
        uint32_t at = decoder->uses_at[i] / 2;
        if (live->block_of[at] == block) continue;
        block = live->block_of[at];
        bool alive = live->in[(size_t)block * live->words + reg / 64] >> reg % 64 & 1;
        if (alive && decoder->uses_at[i] % 2 == 0) return at;
    }
    return decoder->function->instr_count;
}

/* Where in decoder->uses_at the register's uses from that instruction on begin. */
static uint32_t next_use(const Decoder *decoder, int32_t reg, uint32_t at) {
    uint32_t low = decoder->uses_from[reg], high = decoder->uses_from[reg + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (decoder->uses_at[middle] / 2 < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sim_is_live(const Decoder *decoder, int32_t reg, uint32_t at) {
    if (at >= decoder->function->instr_count) return false;
    if (decoder->live_in == NULL) return true;
    size_t word = (size_t)decoder->block_of[at] * decoder->live_words + (uint32_t)reg / 64;
    if (decoder->leads[at]) return decoder->live_in[word] >> reg % 64 & 1;
    uint32_t use = next_use(decoder, reg, at);
    bool in_block =
        use < decoder->uses_from[reg + 1] && decoder->block_of[decoder->uses_at[use] / 2] == decoder->block_of[at];
    return in_block ? decoder->uses_at[use] % 2 == 0 : decoder->live_out[word] >> reg % 64 & 1;
}

/* Registers that are alive at the entry: what they hold there, nobody wrote. */
static void find_unset(const Liveness *live) {
    Decoder *decoder = live->decoder;
    const PtxFunction *function = decoder->function;
    SimUnset *unset = NULL;
    uint32_t count = 0;
    decoder->out->zeroed = false;
    for (uint32_t reg = 0; reg < function->reg_count; reg++) {
        if (!(live->in[reg / 64] >> reg % 64 & 1) || decoder->slot[reg].constant) continue;
        decoder->out->zeroed = true;
        uint32_t reader = first_reader(live, reg);
        bool wide = sim_row_bytes(function->regs[reg].type) == 8;
        if (reader == function->instr_count) continue;
        if (unset == NULL) unset = arena_array(decoder->arena, SimUnset, function->reg_count);
        unset[count++] = (SimUnset){.operand = decoder->slot[reg].operand,
                                    .size = !has_row(decoder, (int32_t)reg) ? 0
                                            : wide                          ? SIM_ROW64
                                                                            : SIM_ROW32,
                                    .pc = decoder->pc_base + reader};
    }
    decoder->out->unset = unset;
    decoder->out->unset_count = count;
}

/* Lists for each instruction the registers whose range ends there. */
static void note_deaths(const Liveness *live) {
    Decoder *decoder = live->decoder;
    for (uint32_t reg = 0; reg < decoder->function->reg_count; reg++) {
        if (live->last[reg] >= decoder->function->instr_count || !has_row(decoder, (int32_t)reg)) continue;
        decoder->dying_too[reg] = decoder->dying[live->last[reg]];
        decoder->dying[live->last[reg]] = reg + 1;
    }
}

bool sim_row_dies(const Decoder *decoder, SimOperand row, uint32_t pc) {
    for (uint32_t next = decoder->dying[pc - decoder->pc_base]; next != 0; next = decoder->dying_too[next - 1])
        if (decoder->slot[next - 1].operand == row) return true;
    return false;
}

static SimOperand end_of_row(const Decoder *decoder, SimOperand row) {
    SimOperand at = row & ~(SimOperand)SIM_AREA_MASK;
    bool narrow = (row & SIM_AREA_MASK) == SIM_AREA_FRAME && at >= decoder->narrow_at && at < decoder->rows_size;
    return row + (narrow ? SIM_ROW32 : SIM_ROW64);
}

bool sim_rows_overlap(const Decoder *decoder, SimOperand a, SimOperand b) {
    return (a & SIM_AREA_MASK) == (b & SIM_AREA_MASK) && a < end_of_row(decoder, b) && b < end_of_row(decoder, a);
}

void sim_place_registers(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    Liveness live = {.decoder = decoder, .words = (function->reg_count + 63) / 64};
    live.first = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1);
    live.last = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1);
    memset(live.first, 0xff, ((size_t)function->reg_count + 1) * sizeof *live.first);
    decoder->dying = arena_array(decoder->arena, uint32_t, (size_t)function->instr_count + 1);
    decoder->dying_too = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1);
    decoder->narrow_at = decoder->rows_size;
    decoder->live_in = decoder->live_out = NULL;
    for (uint32_t reg = 0; reg < function->reg_count; reg++)
        if (function->regs[reg].type == PTX_PRED) decoder->slot[reg].operand = decoder->predicates++ * 2;
    decoder->out->zeroed = true;
    if (function->reg_count && function->instr_count) {
        find_blocks(&live);
        if ((uint64_t)live.words * 64 * live.block_count <= LIVENESS_LIMIT) compute_sets(&live);
        if (live.in != NULL) {
            find_uses(decoder);
            compute_ranges(&live);
        } else {
            for (uint32_t reg = 0; reg < function->reg_count; reg++) {
                live.first[reg] = 0;
                live.last[reg] = function->instr_count;
            }
        }
        find_wide(decoder);
        assign_rows(&live);
        note_deaths(&live);
        if (live.in != NULL) find_unset(&live);
        decoder->live_in = live.in;
        decoder->live_out = live.out;
        decoder->block_of = live.block_of;
        decoder->live_words = live.words;
    }
}
