/* Which row each virtual register gets.
 *
 * nvcc computes addresses in shared memory in registers of 32 bits (NVRTC in 64), and handlers that recall requests
 * (recall.h) take addresses of 64. Such a register gets a second row, for the same part of the text, with its value
 * in 64 bits. The value keeps its sign, because compilers write s[i - 35 + 35] as a register that lies below the
 * space's beginning, plus an offset.
 *
 * PTX has an unlimited number of registers; an unrolled kernel has thousands, of which a few dozen are live at a
 * time (liveness.c). A linear scan over their ranges assigns rows and frees them. A row that an instruction reads last
 * is not given to the same instruction's result, because results may be written in several steps. */
#include "sim/load/liveness.h"

static bool has_row(const Decoder *decoder, int32_t reg) {
    return !decoder->slot[reg].constant && decoder->function->regs[reg].type != PTX_PRED;
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
static uint32_t *registers_by_start(const Decoder *decoder) {
    const SimLiveness *live = decoder->live;
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

static void assign_rows(Decoder *decoder) {
    const SimLiveness *live = decoder->live;
    const PtxFunction *function = decoder->function;
    uint32_t count = function->reg_count, *sorted = registers_by_start(decoder);
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

/* Registers that are alive at the entry: what they hold there, nobody wrote. */
static void find_unset(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    SimUnset *unset = NULL;
    uint32_t count = 0;
    decoder->out->zeroed = false;
    for (uint32_t reg = 0; reg < function->reg_count; reg++) {
        if (!(decoder->live->in[reg / 64] >> reg % 64 & 1) || decoder->slot[reg].constant) continue;
        decoder->out->zeroed = true;
        uint32_t reader = sim_first_reader(decoder, reg);
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
static void note_deaths(Decoder *decoder) {
    const SimLiveness *live = decoder->live;
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
    decoder->dying = arena_array(decoder->arena, uint32_t, (size_t)function->instr_count + 1);
    decoder->dying_too = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1);
    decoder->narrow_at = decoder->rows_size;
    decoder->out->zeroed = true;
    for (uint32_t reg = 0; reg < function->reg_count; reg++)
        if (function->regs[reg].type == PTX_PRED) decoder->slot[reg].operand = decoder->predicates++ * 2;
    sim_find_liveness(decoder);
    if (function->reg_count == 0 || function->instr_count == 0) return;
    find_wide(decoder);
    assign_rows(decoder);
    note_deaths(decoder);
    if (decoder->live->in != NULL) find_unset(decoder);
}
