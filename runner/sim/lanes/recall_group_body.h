/* One execution of a group of loads from shared memory; see sim/memory/recall_group.h. Included by body.h, after
 * recall_body.h. */
#include "sim/memory/recall_group.h"

/* Whether some cell of the row has a time that is not in start .. start + range - 1. at: the cell of lane 0 in the
 * row's first load. */
ALWAYS_INLINE bool row_outside(const int32_t *time, const RecallRow *row, size_t at, int32_t start, uint32_t range) {
    time += at;
#if defined(__AVX512F__)
    __m512i starts = _mm512_set1_epi32(start), ranges = _mm512_set1_epi32((int)range);
    uint32_t any = 0;
    for (uint32_t i = 0; i < row->piece_count; i++) {
        RecallPiece piece = row->pieces[i];
        __m512i times = _mm512_maskz_loadu_epi32(piece.mask, time + piece.first);
        any |= _mm512_mask_cmpge_epu32_mask(piece.mask, _mm512_sub_epi32(times, starts), ranges);
    }
    return any != 0;
#else
    for (uint32_t i = 0; i < row->piece_count; i++) {
        RecallPiece piece = row->pieces[i];
        uint32_t any = 0;
        for (int cell = 0; cell < PIECE_CELLS; cell++)
            if ((piece.mask >> cell & 1) != 0) any |= (uint32_t)(time[piece.first + cell] - start) >= range;
        if (any != 0) return true;
    }
    return false;
#endif
}

/* Judges the reads and puts them on the list. False where one of them may be a finding: then nothing was done. */
static inline bool defer_reads(SimBlockMemory *block, const RecallGroup *group, uint32_t warp,
                               const uint64_t lane0[SIM_GROUP_ROWS]) {
    Races *races = &block->races;
    if (races->watch != RACES_OF_WORDS) return races->watch == RACES_OFF;
    const AccessSet *writes = &races->shadow[CLASS_PLAIN].writes;
    int32_t start = races->block_start; /* a read needs cells that this block wrote before the last barrier */
    uint32_t range = (uint32_t)(races->interval - start);
    for (uint32_t i = 0; i < group->made_of->row_count; i++) {
        const RecallRow *row = &group->row[i];
        if (row_outside(writes->time, row, (size_t)(lane0[i] + row->offset) / RECALL_WIDTH, start, range)) return false;
    }
    if (races->deferred == MOST_DEFERRED) race_settle_now(block);
    DeferredRead *read = &block->deferred[races->deferred++];
    read->group = group;
    read->warp = warp;
    memcpy(read->lane0, lane0, sizeof read->lane0);
    races->plain_latest = races->now;
    return true;
}

/* Whether the request becomes the sample of some load's bank picture. */
static inline bool group_is_sample(const SimBlockMemory *block, const RecallGroup *group, uint32_t warp) {
    if (group->learned_in != block->number) return false;
    for (uint32_t i = 0; i < group->made_of->load_count; i++)
        if (is_sample(block, group->recall[i], group->made_of->loads[i].pc, warp)) return true;
    return false;
}

/* Whether all loads of the group can be done without looking at each; then they are recorded. Sets lane 0's value of
 * each row. */
static inline bool pass_group(SimWarp *warp, const RecallGroup *group, uint64_t lane0[SIM_GROUP_ROWS]) {
    for (uint32_t i = 0; i < group->made_of->row_count; i++) {
        const RecallRow *row = &group->row[i];
        const uint64_t *address = row_at(warp, group->made_of->row[i]);
        lane0[i] = address[0];
        if (lane0[i] - row->start > row->range || (lane0[i] + row->offset) % RECALL_WIDTH != 0 ||
            differs(row->shape, address))
            return false;
    }
    return !group_is_sample(warp->memory, group, warp->number) && defer_reads(warp->memory, group, warp->number, lane0);
}

ALWAYS_INLINE void load_of_group(const Recall *shape, const uint8_t *host, uint32_t *to) {
    switch (shape->shape) {
    case RECALL_UNIFORM: load_recalled(shape, RECALL_UNIFORM, host, to); break;
    case RECALL_RUN: load_recalled(shape, RECALL_RUN, host, to); break;
    case RECALL_WINDOW: load_recalled(shape, RECALL_WINDOW, host, to); break;
    case RECALL_OTHER: load_recalled(shape, RECALL_OTHER, host, to); break;
    }
}

/* The first load of a group: does the whole group; or, where it cannot, that load alone. */
static const SimInstr *load_shared_group(SimWarp *warp, const SimInstr *instr) {
    const SimLoadGroup *made_of = instr->load_group;
    RecallGroup *group = warp->memory->recalls[instr->pc]->group;
    uint64_t lane0[SIM_GROUP_ROWS];
    if (warp->active != ALL_LANES) return load_shared_word(warp, instr);
    if (group == NULL || !group->formed) group = recall_group_form(warp->memory, made_of);
    if (group == NULL || !pass_group(warp, group, lane0)) return load_shared_word(warp, instr);
    group->hits++;
    warp->requests += made_of->load_count;
    uint32_t load = 0;
    const SimInstr *first = instr, *end = instr + made_of->length;
    while (instr != end) {
        if (!made_of->is_load[instr - first]) {
            instr = instr->run(warp, instr); /* which may do the next operation, too (load/pairs.c) */
            continue;
        }
        uint32_t row = made_of->loads[load].row;
        load_of_group(group->row[row].shape, (const uint8_t *)(group->host[load] + lane0[row]), row_at(warp, instr->b));
        load++;
        instr++;
    }
    return instr;
}
