/* One execution of a group of loads from shared memory; see sim/memory/recall_group.h. Included by body.h, after
 * recall_body.h. */
#include "sim/memory/races/race.h"
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

#define EACH_SHAPE(shape, do_it)                                                                                       \
    switch (shape) {                                                                                                   \
    case RECALL_UNIFORM: do_it(RECALL_UNIFORM); break;                                                                 \
    case RECALL_RUN: do_it(RECALL_RUN); break;                                                                         \
    case RECALL_WINDOW: do_it(RECALL_WINDOW); break;                                                                   \
    default: do_it(RECALL_OTHER); break;                                                                               \
    }

ALWAYS_INLINE void load_of_group(const Recall *shape, const uint8_t *host, uint32_t *to) {
#define LOAD(known) load_recalled(shape, known, host, to)
    EACH_SHAPE(shape->shape, LOAD)
#undef LOAD
}

/* Where load number `load` of the group finds lane 0's word; *shape: how the others lie around it. */
static inline const uint8_t *place_of_load(const RecallGroup *group, uint32_t load,
                                           const uint64_t lane0[SIM_GROUP_ROWS], const Recall **shape) {
    uint32_t row = group->made_of->loads[load].row;
    *shape = group->row[row].shape;
    return (const uint8_t *)(group->host[load] + lane0[row]);
}

/* A sum of products (fma.rn.f32), one after another, each of the values of two loads. A NaN stays one in the sum, so
 * that it is made canonical in the end. */
#if defined(__AVX512F__)
typedef struct Sum {
    __m512 low, high;
} Sum;

ALWAYS_INLINE void fetch_of_group(const Recall *shape, const uint8_t *host, __m512 *low, __m512 *high){
#define FETCH(known)                                                                                                   \
    {                                                                                                                  \
        Halves values = fetch_recalled(shape, known, host);                                                            \
        *low = _mm512_castsi512_ps(values.low);                                                                        \
        *high = _mm512_castsi512_ps(values.high);                                                                      \
    }
    EACH_SHAPE(shape->shape, FETCH)
#undef FETCH
}

ALWAYS_INLINE Sum sum_of_row(const float *row) {
    return (Sum){_mm512_load_ps(row), _mm512_load_ps(row + WARP_SIZE / 2)};
}

ALWAYS_INLINE void add_product(Sum *sum, const Recall *const shape[2], const uint8_t *const host[2]) {
    __m512 a_low, a_high, b_low, b_high;
    fetch_of_group(shape[0], host[0], &a_low, &a_high);
    fetch_of_group(shape[1], host[1], &b_low, &b_high);
    sum->low = _mm512_fmadd_ps(a_low, b_low, sum->low);
    sum->high = _mm512_fmadd_ps(a_high, b_high, sum->high);
}

ALWAYS_INLINE void store_sum(const Sum *sum, float *row) {
    const __m512 nan = _mm512_set1_ps(CANONICAL_NAN);
    __mmask16 low = _mm512_cmp_ps_mask(sum->low, sum->low, _CMP_UNORD_Q);
    __mmask16 high = _mm512_cmp_ps_mask(sum->high, sum->high, _CMP_UNORD_Q);
    _mm512_store_ps(row, _mm512_mask_mov_ps(sum->low, low, nan));
    _mm512_store_ps(row + WARP_SIZE / 2, _mm512_mask_mov_ps(sum->high, high, nan));
}
#else
typedef struct Sum {
    _Alignas(64) float lane[WARP_SIZE];
} Sum;

static inline Sum sum_of_row(const Row_f32 *row) {
    Sum sum;
    EACH_LANE sum.lane[lane] = row[lane];
    return sum;
}

static inline void add_product(Sum *sum, const Recall *const shape[2], const uint8_t *const host[2]) {
    _Alignas(64) uint32_t value[2][WARP_SIZE];
    const Row_f32 *a = (const Row_f32 *)value[0], *b = (const Row_f32 *)value[1];
    for (int i = 0; i < 2; i++) load_of_group(shape[i], host[i], value[i]);
    EACH_LANE sum->lane[lane] = fmaf(a[lane], b[lane], sum->lane[lane]);
}

static inline void store_sum(const Sum *sum, Row_f32 *row) {
    EACH_LANE row[lane] = canonical(sum->lane[lane]);
}
#endif
#undef EACH_SHAPE

/* Executes the steps of the group that add up products, from `instr` and load number *load on, until another kind of
 * step comes; the micro-instruction after them. */
static inline const SimInstr *sum_products(const SimWarp *warp, const SimInstr *instr, const RecallGroup *group,
                                           const uint64_t lane0[SIM_GROUP_ROWS], uint32_t *load, const uint8_t *step) {
    const uint8_t *host[2], *end = group->made_of->step + group->made_of->length;
    const Recall *shape[2];
    Sum sum = sum_of_row(row_at(warp, instr[2].c));
    do {
        for (int i = 0; i < 2; i++) host[i] = place_of_load(group, (*load)++, lane0, &shape[i]);
        add_product(&sum, shape, host);
        instr += 3;
        step += 3;
    } while (step != end && *step == SIM_GROUP_ADDED_PRODUCT);
    store_sum(&sum, row_at(warp, instr[-1].dest));
    return instr;
}

/* Executes the micro-instructions of the group, the first of which is `instr`; the one after them. */
static inline const SimInstr *run_group(SimWarp *warp, const SimInstr *instr, const RecallGroup *group,
                                        const uint64_t lane0[SIM_GROUP_ROWS]) {
    const uint8_t *step = group->made_of->step, *host;
    const SimInstr *first = instr, *end = instr + group->made_of->length;
    const Recall *shape;
    for (uint32_t load = 0; instr != end;) {
        switch (step[instr - first]) {
        case SIM_GROUP_PRODUCT: instr = sum_products(warp, instr, group, lane0, &load, step + (instr - first)); break;
        case SIM_GROUP_LOAD:
            host = place_of_load(group, load++, lane0, &shape);
            load_of_group(shape, host, row_at(warp, instr->b));
            instr++;
            break;
        default: instr = instr->run(warp, instr); break; /* which may do the next operation, too (load/pairs.c) */
        }
    }
    return instr;
}

/* The first load of a group: does the whole group; or, where it cannot, that load alone. */
static const SimInstr *load_shared_group(SimWarp *warp, const SimInstr *instr) {
    const SimLoadGroup *made_of = instr->load_group;
    RecallGroup *group = warp->memory->recalls[instr->pc]->group;
    uint64_t lane0[SIM_GROUP_ROWS];
    if (warp->active != ALL_LANES || warp->loads + made_of->load_count > warp->last_load)
        return load_shared_word(warp, instr);
    if (group == NULL || !group->formed) group = recall_group_form(warp->memory, made_of);
    if (group == NULL || !pass_group(warp, group, lane0)) return load_shared_word(warp, instr);
    group->hits++;
    warp->requests += made_of->load_count;
    warp->loads += made_of->load_count;
    return run_group(warp, instr, group, lane0);
}
