/* One request of a shape that its instruction recalls; see recall.h. Included by body.h, once for each instruction
 * set: where the compiler's own loops were slow, AVX-512 has loops of its own. Measured on a Zen 5, CPU time without
 * them: matmul_32 with races 74 % more without remember_part, and 5 % each without those of differs and outside;
 * matmul_8 with counters alone 40 % more without the window of load_recalled. */
#include "base/compiler.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/race.h"
#include "sim/memory/recall.h"

typedef uint32_t __attribute__((may_alias, aligned(1))) LooseWord;
typedef int32_t __attribute__((may_alias, aligned(1))) LooseInt;

/* Whether some lane's distance from lane 0 is not the recalled one. */
static inline bool differs(const Recall *recall, const uint64_t *row) {
#if defined(__AVX512F__)
    enum { OR_XOR = 0xf6 }; /* of the three operands of vpternlog: a | (b ^ c) */
    __m512i first = _mm512_set1_epi64((long long)row[0]), different = _mm512_setzero_si512();
    for (int lane = 0; lane < WARP_SIZE; lane += 8)
        different = _mm512_ternarylogic_epi64(different, _mm512_sub_epi64(_mm512_load_si512(row + lane), first),
                                              _mm512_load_si512(recall->distance + lane), OR_XOR);
    return _mm512_test_epi64_mask(different, different) != 0;
#else
    uint64_t different = 0;
    EACH_LANE different |= (row[lane] - row[0]) ^ recall->distance[lane];
    return different != 0;
#endif
}

/* ---- races ------------------------------------------------------------------------------------------------------- */

/* Whether some cell of the request has a time that is not in start .. start + range - 1. at: lane 0's cell. */
ALWAYS_INLINE bool outside(const AccessSet *set, const Recall *recall, RecallShape shape, size_t at, int32_t start,
                           uint32_t range) {
    const int32_t *time = set->time + at;
    if (shape == RECALL_UNIFORM) return (uint32_t)(*time - start) >= range;
#if defined(__AVX512F__)
    __m512i starts = _mm512_set1_epi32(start), ranges = _mm512_set1_epi32((int)range);
    bool any = false;
    for (int part = 0; part < WARP_SIZE; part += 16) {
        __mmask16 asked = (__mmask16)(shape == RECALL_WINDOW ? recall->window >> part : 0xffff);
        __m512i times;
        if (shape == RECALL_OTHER)
            times = _mm512_i32gather_epi32(_mm512_load_si512(recall->cell + part), time, 4);
        else
            times = _mm512_maskz_loadu_epi32(asked, time + (shape == RECALL_WINDOW ? recall->lowest : 0) + part);
        any |= _mm512_mask_cmpge_epu32_mask(asked, _mm512_sub_epi32(times, starts), ranges) != 0;
    }
    return any;
#else
    uint32_t any = 0;
    if (shape == RECALL_RUN)
        EACH_LANE any |= (uint32_t)(time[lane] - start) >= range ? 1 : 0;
    else
        for (uint32_t i = 0; i < recall->cells; i++) any |= (uint32_t)(time[recall->cell[i]] - start) >= range;
    return any != 0;
#endif
}

/* Records the lanes as `first` of their cells, where each word is asked for by one lane and no thread accessed it
 * since the last barrier. */
ALWAYS_INLINE void claim(const AccessSet *set, const Recall *recall, RecallShape shape, size_t at, int32_t now,
                         uint32_t who) {
    int32_t *time = set->time + at;
    uint32_t *first = set->first + at;
    if (shape == RECALL_RUN) {
        EACH_LANE time[lane] = now;
        EACH_LANE first[lane] = who + (uint32_t)lane;
        return;
    }
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        time[recall->cell[lane]] = now;
        first[recall->cell[lane]] = who + (uint32_t)lane;
    }
}

#if defined(__AVX512F__)
/* race_remember() for 16 neighbouring words at once. A word's record is complete; or has a `first` of another warp;
 * or is older than the warp's last barrier; or is this warp's own. */
ALWAYS_INLINE void remember_part(const AccessSet *set, const Recall *recall, __mmask16 asked, int part, size_t at,
                                 RaceTimes times, uint32_t who) {
    int32_t *time = set->time + at + part;
    uint32_t *first = set->first + at + part;
    __m512i when = _mm512_maskz_loadu_epi32(asked, time), firsts = _mm512_maskz_loadu_epi32(asked, first);
    __mmask16 recent = _mm512_mask_cmpge_epi32_mask(asked, when, _mm512_set1_epi32(times.interval));
    __mmask16 complete = _mm512_mask_test_epi32_mask(recent, firsts, _mm512_set1_epi32((int)HAS_OTHER));
    if (complete == asked) return;
    __m512i lanes = _mm512_load_si512(recall->claimant + part), twins = _mm512_load_si512(recall->follower + part);
    __m512i claimants = _mm512_add_epi32(lanes, _mm512_set1_epi32((int)who));
    __m512i change = _mm512_xor_si512(firsts, claimants), other = _mm512_set1_epi32((int)HAS_OTHER);
    __m512i second = _mm512_set1_epi32((int)HAS_SECOND);
    __mmask16 other_warp = _mm512_mask_test_epi32_mask(recent & (__mmask16)~complete, change,
                                                       _mm512_set1_epi32((int)(THREAD_MASK & ~(WARP_SIZE - 1u))));
    _mm512_mask_storeu_epi32(set->other + at + part, other_warp, _mm512_andnot_si512(second, claimants));
    _mm512_mask_storeu_epi32(first, other_warp, _mm512_or_si512(firsts, other));
    __mmask16 rest = asked & (__mmask16) ~(complete | other_warp);
    __mmask16 old = _mm512_mask_cmplt_epi32_mask(rest, when, _mm512_set1_epi32(times.since));
    _mm512_mask_storeu_epi32(time, old, _mm512_set1_epi32(times.now));
    _mm512_mask_storeu_epi32(first, old, claimants);
    _mm512_mask_storeu_epi32(set->second + at + part, old, _mm512_add_epi32(twins, _mm512_set1_epi32((int)who)));
    /* Words whose `first` is of this warp since its last barrier: mostly of the same lane. */
    __mmask16 own = rest & (__mmask16)~old;
    __mmask16 same = _mm512_mask_testn_epi32_mask(own, change, _mm512_set1_epi32((int)THREAD_MASK));
    __mmask16 known =
        _mm512_mask_test_epi32_mask(own, firsts, second) | _mm512_mask_testn_epi32_mask(same, lanes, second);
    for (uint32_t left = own & (uint32_t)~known; left != 0; left &= left - 1) {
        int place = part + __builtin_ctz(left);
        uint32_t lane = recall->claimant[place];
        race_remember(set, times, at + (size_t)place, who + (lane & ~HAS_SECOND));
        if ((lane & HAS_SECOND) != 0) race_remember(set, times, at + (size_t)place, who + recall->follower[place]);
    }
}
#endif

ALWAYS_INLINE void remember_readers(const AccessSet *set, const Recall *recall, RecallShape shape, size_t at,
                                    RaceTimes times, uint32_t who) {
    if (shape == RECALL_UNIFORM) {
        race_remember(set, times, at, who);
        race_remember(set, times, at, who + 1);
        return;
    }
#if defined(__AVX512F__)
    if (shape != RECALL_OTHER) {
        if (shape == RECALL_WINDOW) at += (size_t)(ptrdiff_t)recall->lowest;
        for (int part = 0; part < WARP_SIZE; part += 16) {
            __mmask16 asked = (__mmask16)(shape == RECALL_WINDOW ? recall->window >> part : 0xffff);
            remember_part(set, recall, asked, part, at, times, who);
        }
        return;
    }
#endif
    if (recall->cells == WARP_SIZE && !outside(set, recall, shape, at, 0, (uint32_t)times.interval))
        claim(set, recall, shape, at, times.now, who);
    else
        recall_remember(set, recall, at, times, who);
}

/* False where the request may be a finding, or takes more than this: then nothing has been recorded. at: lane 0's
 * cell. */
ALWAYS_INLINE bool pass_races(Races *races, const Recall *recall, RecallShape shape, RequestOp op, uint32_t pc,
                              uint32_t warp, size_t at) {
    if (races->watch != RACES_OF_WORDS) return races->watch == RACES_OFF;
    if (races->deferred != 0) return false; /* the shadow's reads are not complete: race_access() completes them */
    const AccessSet *reads = &races->shadow[CLASS_PLAIN].reads, *writes = &races->shadow[CLASS_PLAIN].writes;
    RaceTimes times = race_times(races, warp);
    uint32_t who = who_is(pc, warp * WARP_SIZE);
    if (op == REQUEST_STORE) {
        uint32_t before = (uint32_t)times.interval; /* times before the last barrier are 0 .. before - 1 */
        if (outside(writes, recall, shape, at, 0, before) || outside(reads, recall, shape, at, 0, before)) return false;
        claim(writes, recall, shape, at, times.now, who);
        races->plain_latest = times.now;
        return true;
    }
    int32_t start = races->block_start; /* a read needs cells that this block wrote before the last barrier */
    if (outside(writes, recall, shape, at, start, (uint32_t)(times.interval - start))) return false;
    remember_readers(reads, recall, shape, at, times, who);
    races->plain_latest = times.now;
    return true;
}

/* ---- counts and bytes -------------------------------------------------------------------------------------------- */

/* Whether the request becomes the sample of the instruction's bank picture: of equal requests that of the lowest
 * warp in the first block. */
static inline bool is_sample(const SimBlockMemory *block, const Recall *recall, uint32_t pc, uint32_t warp) {
    const Sample *sample = &block->samples[pc];
    return recall->learned_in == block->number && sample->block == block->number && warp < sample->warp;
}

#if defined(__AVX512F__)
/* Lanes 0 to 15 and 16 to 31 of a row of words. */
typedef struct Halves {
    __m512i low, high;
} Halves;

ALWAYS_INLINE Halves fetch_recalled(const Recall *recall, RecallShape shape, const uint8_t *host) {
    const int half = WARP_SIZE / 2;
    if (shape == RECALL_UNIFORM) {
        __m512i value = _mm512_set1_epi32(*(const LooseInt *)host);
        return (Halves){value, value};
    }
    if (shape == RECALL_RUN) return (Halves){_mm512_loadu_si512(host), _mm512_loadu_si512(host + 64)};
    if (shape == RECALL_WINDOW) {
        host += (ptrdiff_t)recall->lowest * RECALL_WIDTH;
        __m512i low = _mm512_maskz_loadu_epi32((__mmask16)recall->window, host);
        __m512i high = _mm512_maskz_loadu_epi32((__mmask16)(recall->window >> 16), host + 64);
        return (Halves){_mm512_permutex2var_epi32(low, _mm512_load_si512(recall->place), high),
                        _mm512_permutex2var_epi32(low, _mm512_load_si512(recall->place + half), high)};
    }
    return (Halves){_mm512_i32gather_epi32(_mm512_load_si512(recall->near), host, 1),
                    _mm512_i32gather_epi32(_mm512_load_si512(recall->near + half), host, 1)};
}

ALWAYS_INLINE void load_recalled(const Recall *recall, RecallShape shape, const uint8_t *host, uint32_t *to) {
    Halves values = fetch_recalled(recall, shape, host);
    _mm512_store_si512(to, values.low);
    _mm512_store_si512(to + WARP_SIZE / 2, values.high);
}
#else
ALWAYS_INLINE void load_recalled(const Recall *recall, RecallShape shape, const uint8_t *host, uint32_t *to) {
    if (shape == RECALL_UNIFORM) {
        uint32_t value = *(const LooseWord *)host;
        EACH_LANE to[lane] = value;
    } else if (shape == RECALL_RUN) {
        memcpy(to, host, WARP_SIZE * RECALL_WIDTH);
    } else {
        for (int lane = 0; lane < WARP_SIZE; lane++) to[lane] = *(const LooseWord *)(host + recall->near[lane]);
    }
}
#endif

ALWAYS_INLINE void store_recalled(const Recall *recall, RecallShape shape, uint8_t *host, const uint32_t *from) {
    if (shape == RECALL_RUN)
        memcpy(host, from, WARP_SIZE * RECALL_WIDTH);
    else
        /* the value of the lowest lane that shares a word stays: see transfer.c */
        for (int lane = WARP_SIZE - 1; lane >= 0; lane--) *(LooseWord *)(host + recall->near[lane]) = from[lane];
}

/* A load in a loop mostly goes on by the same distance. Where that is beyond a page of the host, as in a loop over the
 * whole grid's threads, the processor does not foresee it. bytes: of the lanes together. (Measured on a Zen 5: a
 * transpose, whose blocks go down a column of tiles, takes 12 % less time; a sum gains nothing.) */
ALWAYS_INLINE void prefetch_next(Recall *recall, uint64_t lane0, int bytes) {
    const uint8_t *next = (const uint8_t *)(recall->host + lane0 + (lane0 - recall->last));
    for (int at = 0; at < bytes; at += CACHE_LINE) __builtin_prefetch(next + at);
    recall->last = lane0;
}

/* The same where the lanes read several rows of a tile: each warp goes on by itself. (Measured there: matmul_8 takes
 * 10 % less time.) */
ALWAYS_INLINE void prefetch_rows(Recall *recall, uint32_t warp, uint64_t lane0) {
    const uint8_t *next = (const uint8_t *)(recall->host + lane0 + (lane0 - recall->last_of[warp]));
    for (uint32_t i = 0; i < recall->spots; i++) __builtin_prefetch(next + recall->spot[i]);
    recall->last_of[warp] = lane0;
}

/* ---- the whole request ------------------------------------------------------------------------------------------- */

/* Does everything that sim_access does for an access of this kind, or nothing and returns false. */
ALWAYS_INLINE bool access_shape(SimWarp *warp, const SimInstr *instr, Recall *recall, RecallShape shape, RequestOp op,
                                PtxSpace space, uint64_t lane0) {
    SimBlockMemory *block = warp->memory;
    uint64_t address = lane0 + recall->offset;
    if (space == PTX_SHARED) {
        if (op == REQUEST_STORE && recall->cells != WARP_SIZE) /* lanes may write different values to one word */
            return false;
        if (is_sample(block, recall, instr->pc, warp->number) ||
            !pass_races(&block->races, recall, shape, op, instr->pc, warp->number, (size_t)address / RECALL_WIDTH))
            return false;
    } else {
        recall->touched_sectors += recall->sectors[address % SECTOR_BYTES];
    }
    recall->hits++;
    warp->requests++;
    if (op == REQUEST_LOAD) warp->loads++;
    uint8_t *host = (uint8_t *)(recall->host + lane0);
    uint32_t *data = row_at(warp, instr->b);
    if (space == PTX_GLOBAL && op == REQUEST_LOAD && shape == RECALL_RUN)
        prefetch_next(recall, lane0, WARP_SIZE * RECALL_WIDTH);
    if (space == PTX_GLOBAL && op == REQUEST_LOAD && shape == RECALL_OTHER) prefetch_rows(recall, warp->number, lane0);
    if (op == REQUEST_LOAD)
        load_recalled(recall, shape, host, data);
    else
        store_recalled(recall, shape, host, data);
    return true;
}

/* Whether the request of this address row has the recalled shape and lies in bounds. */
ALWAYS_INLINE bool recalls(const Recall *recall, PtxSpace space, const uint64_t *row) {
    if (row[0] - recall->start > recall->range || differs(recall, row)) return false;
    return space == PTX_SHARED || recall->sectors[(row[0] + recall->offset) % SECTOR_BYTES] != 0;
}

/* The same of words where each lane's address is that of a base plus its index * 4. */
ALWAYS_INLINE bool recalls_index(const Recall *recall, const uint32_t *index, uint32_t index0, uint64_t lane0,
                                 bool is_signed) {
    uint32_t least = recall->least_index + ((uint32_t)is_signed << 31);
    if (lane0 - recall->start > recall->range || index0 - least > recall->index_range) return false;
    if (recall->sectors[(lane0 + recall->offset) % SECTOR_BYTES] == 0) return false;
#if defined(__AVX512F__)
    enum { OR_XOR = 0xf6 }; /* as in differs() */
    const int half = WARP_SIZE / 2;
    __m512i first = _mm512_set1_epi32((int)index[0]);
    __m512i low = _mm512_sub_epi32(_mm512_load_si512(index), first);
    __m512i high = _mm512_sub_epi32(_mm512_load_si512(index + half), first);
    __m512i different = _mm512_xor_si512(low, _mm512_load_si512(recall->index));
    different = _mm512_ternarylogic_epi32(different, high, _mm512_load_si512(recall->index + half), OR_XOR);
    return _mm512_test_epi32_mask(different, different) == 0;
#else
    uint32_t different = 0;
    EACH_LANE different |= (index[lane] - index[0]) ^ (uint32_t)recall->index[lane];
    return different == 0;
#endif
}

static __attribute__((noinline)) const SimInstr *access_by_row(SimWarp *warp, const SimInstr *indexed) {
    sim_indexed_addresses(warp, indexed);
    return indexed->access->run(warp, indexed->access);
}

/* For global memory whose rows are watched for races. A function of its own, because a call within access_word would
 * slow down all other requests: the processor could not look as far ahead for the next access while it waits for
 * memory (measured: a transpose took a third longer). indexed: where
 * access_indexed asks; else NULL. */
static __attribute__((noinline)) const SimInstr *access_watched(SimWarp *warp, const SimInstr *instr, RequestOp op,
                                                                uint64_t lane0, const SimInstr *indexed) {
    Recall *recall = warp->memory->recalls[instr->pc];
    uint64_t first = lane0 + recall->offset - recall->watched;
    if (!global_row(warp->memory, recall->watch, op, instr->pc, warp->number, first, recall->down))
        return indexed != NULL ? access_by_row(warp, indexed) : sim_access_memory(warp, instr);
    if (recall->down)
        access_shape(warp, instr, recall, RECALL_WINDOW, op, PTX_GLOBAL, lane0);
    else
        access_shape(warp, instr, recall, RECALL_RUN, op, PTX_GLOBAL, lane0);
    return instr + 1;
}

/* The access of a request that is recalled; false where it takes more than this: then nothing was done. */
ALWAYS_INLINE bool access_recalled(SimWarp *warp, const SimInstr *instr, Recall *recall, RequestOp op, PtxSpace space,
                                   uint64_t lane0) {
    if (((lane0 + recall->offset) & (RECALL_WIDTH - 1)) != 0) return false;
    switch (recall->shape) {
    case RECALL_UNIFORM: return access_shape(warp, instr, recall, RECALL_UNIFORM, op, space, lane0);
    case RECALL_RUN: return access_shape(warp, instr, recall, RECALL_RUN, op, space, lane0);
    case RECALL_WINDOW: return access_shape(warp, instr, recall, RECALL_WINDOW, op, space, lane0);
    case RECALL_OTHER: return access_shape(warp, instr, recall, RECALL_OTHER, op, space, lane0);
    }
    return false;
}

static inline bool is_watched(const Recall *recall, uint64_t lane0) {
    return recall->watch != NULL && ((lane0 + recall->offset) & (RECALL_WIDTH - 1)) == 0;
}

/* ld and st of 4 bytes. a: the row of addresses; b: of data; extra: the SimMemoryOp. */
ALWAYS_INLINE const SimInstr *access_word(SimWarp *warp, const SimInstr *instr, RequestOp op, PtxSpace space) {
    if (warp->active != ALL_LANES) return sim_access_memory(warp, instr);
    const uint64_t *row = row_at(warp, instr->a);
    Recall *recall = warp->memory->recalls[instr->pc];
    if (!recalls(recall, space, row)) {
        const SimMemoryOp *memory = instr->extra;
        recall_learn(warp->memory, &memory->access, row, (uint64_t)memory->offset);
        return sim_access_memory(warp, instr);
    }
    if (space == PTX_GLOBAL && is_watched(recall, row[0])) return access_watched(warp, instr, op, row[0], NULL);
    return access_recalled(warp, instr, recall, op, space, row[0]) ? instr + 1 : sim_access_memory(warp, instr);
}

/* The same at a base plus an index * 4, where nothing else needs the addresses (load/indexed.c). a: the row of indices;
 * b, c: the base and what is added to the indices, which are the same for all lanes; imm: whether the indices have a
 * sign; access: the access. */
ALWAYS_INLINE const SimInstr *access_indexed(SimWarp *warp, const SimInstr *indexed, RequestOp op) {
    const SimInstr *instr = indexed->access;
    Recall *recall = warp->memory->recalls[instr->pc];
    const uint32_t *index = row_at(warp, indexed->a);
    bool is_signed = indexed->imm != 0;
    uint32_t index0 = index[0] + *(const uint32_t *)row_at(warp, indexed->c);
    uint64_t first = is_signed ? (uint64_t)(int32_t)index0 : index0;
    uint64_t lane0 = *(const uint64_t *)row_at(warp, indexed->b) + first * RECALL_WIDTH;
    if (warp->active != ALL_LANES || !recalls_index(recall, index, index0, lane0, is_signed))
        return access_by_row(warp, indexed);
    if (is_watched(recall, lane0)) return access_watched(warp, instr, op, lane0, indexed);
    return access_recalled(warp, instr, recall, op, PTX_GLOBAL, lane0) ? instr + 1 : access_by_row(warp, indexed);
}

static const SimInstr *load_shared_word(SimWarp *warp, const SimInstr *instr) {
    return access_word(warp, instr, REQUEST_LOAD, PTX_SHARED);
}

static const SimInstr *store_shared_word(SimWarp *warp, const SimInstr *instr) {
    return access_word(warp, instr, REQUEST_STORE, PTX_SHARED);
}

static const SimInstr *load_global_word(SimWarp *warp, const SimInstr *instr) {
    return access_word(warp, instr, REQUEST_LOAD, PTX_GLOBAL);
}

static const SimInstr *store_global_word(SimWarp *warp, const SimInstr *instr) {
    return access_word(warp, instr, REQUEST_STORE, PTX_GLOBAL);
}

static const SimInstr *load_indexed_word(SimWarp *warp, const SimInstr *instr) {
    return access_indexed(warp, instr, REQUEST_LOAD);
}

static const SimInstr *store_indexed_word(SimWarp *warp, const SimInstr *instr) {
    return access_indexed(warp, instr, REQUEST_STORE);
}

/* ---- loads of 1 or 2 bytes --------------------------------------------------------------------------------------- */

#define EXTEND(name, type)                                                                                             \
    ALWAYS_INLINE uint32_t name(const uint8_t *host) {                                                                 \
        type value;                                                                                                    \
        memcpy(&value, host, sizeof value);                                                                            \
        return (uint32_t)value;                                                                                        \
    }
EXTEND(extend_u8, uint8_t)
EXTEND(extend_s8, int8_t)
EXTEND(extend_u16, uint16_t)
EXTEND(extend_s16, int16_t)
#undef EXTEND

/* From global memory that need not be watched for races: recall_learn() learns no other. */
ALWAYS_INLINE const SimInstr *load_narrow(SimWarp *warp, const SimInstr *instr, int width,
                                          uint32_t (*extend)(const uint8_t *)) {
    if (warp->active != ALL_LANES) return sim_access_memory(warp, instr);
    const uint64_t *row = row_at(warp, instr->a);
    Recall *recall = warp->memory->recalls[instr->pc];
    if (!recalls(recall, PTX_GLOBAL, row)) {
        const SimMemoryOp *memory = instr->extra;
        recall_learn(warp->memory, &memory->access, row, (uint64_t)memory->offset);
        return sim_access_memory(warp, instr);
    }
    recall->hits++;
    warp->requests++;
    warp->loads++;
    recall->touched_sectors += recall->sectors[(row[0] + recall->offset) % SECTOR_BYTES];
    const uint8_t *host = (const uint8_t *)(recall->host + row[0]);
    uint32_t *to = row_at(warp, instr->b);
    prefetch_next(recall, row[0], width);
    if (recall->shape == RECALL_RUN)
        EACH_LANE to[lane] = extend(host + lane * width);
    else
        for (int lane = 0; lane < WARP_SIZE; lane++) to[lane] = extend(host + recall->near[lane]);
    return instr + 1;
}

static const SimInstr *load_global_u8(SimWarp *warp, const SimInstr *instr) {
    return load_narrow(warp, instr, 1, extend_u8);
}

static const SimInstr *load_global_s8(SimWarp *warp, const SimInstr *instr) {
    return load_narrow(warp, instr, 1, extend_s8);
}

static const SimInstr *load_global_u16(SimWarp *warp, const SimInstr *instr) {
    return load_narrow(warp, instr, 2, extend_u16);
}

static const SimInstr *load_global_s16(SimWarp *warp, const SimInstr *instr) {
    return load_narrow(warp, instr, 2, extend_s16);
}
