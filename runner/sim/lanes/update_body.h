/* Atomics on words of shared memory, as in a histogram. Their addresses are scattered, so that no shape can be
 * recalled: what there is to check and to count is worked out for each request, but only what an atomic needs.
 * Included by body.h, once for each instruction set; the bank model has loops of its own for AVX-512. Measured on a
 * Zen 5: a histogram takes 30 % less time than by access.c; without those loops 14 %. */
#include "base/compiler.h"
#include "sim/memory/counts/banks.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/races/race.h"

enum { UPDATE_WIDTH = 4 };

/* Finds the words of shared memory that the lanes update; inactive lanes get the word of an active one. False where a
 * lane's word is misaligned or lies outside the variable. */
ALWAYS_INLINE bool find_words_of(uint32_t word[WARP_SIZE], const uint64_t *row, uint64_t offset, uint32_t mask,
                                 const Span *span) {
    uint64_t first = row[__builtin_ctz(mask)] + offset, last = span->size - UPDATE_WIDTH, wrong = 0;
    if (span->size < UPDATE_WIDTH) return false;
    EACH_LANE {
        uint64_t address = mask == ALL_LANES || (mask & lane_bit[lane]) != 0 ? row[lane] + offset : first;
        uint64_t within = address - span->start;
        wrong |= (within | (last - within)) >> 63; /* within is more than last, or less than 0 */
        wrong |= address % UPDATE_WIDTH;
        word[lane] = (uint32_t)(address / UPDATE_WIDTH);
    }
    return wrong == 0;
}

static inline bool find_words(uint32_t word[WARP_SIZE], const uint64_t *row, uint64_t offset, uint32_t mask,
                              const Span *span) {
    if (mask == ALL_LANES) return find_words_of(word, row, offset, ALL_LANES, span);
    return find_words_of(word, row, offset, mask, span);
}

/* Whether each word's record in the set is complete, or has the lane already; see list_is_known() in race.c. */
ALWAYS_INLINE bool lanes_are_known(const AccessSet *set, RaceTimes times, uint32_t who,
                                   const uint32_t word[WARP_SIZE]) {
    uint32_t unknown = 0;
    EACH_LANE {
        int32_t time = set->time[word[lane]];
        uint32_t first = set->first[word[lane]], thread = (first ^ (who + (uint32_t)lane)) & THREAD_MASK;
        uint32_t own = (uint32_t)(time >= times.since) & (uint32_t)(thread < WARP_SIZE) &
                       ((uint32_t)((first & HAS_SECOND) != 0) | (uint32_t)(thread == 0));
        uint32_t complete = (uint32_t)(time >= times.interval) & first >> 31;
        unknown |= 1 ^ (own | complete);
    }
    return unknown == 0;
}

/* Whether all records are complete, which needs less. */
ALWAYS_INLINE bool words_are_complete(const AccessSet *set, RaceTimes times, const uint32_t word[WARP_SIZE]) {
    int32_t oldest = INT32_MAX;
    uint32_t flags = HAS_OTHER;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int32_t time = set->time[word[lane]];
        oldest = time < oldest ? time : oldest;
        flags &= set->first[word[lane]];
    }
    return oldest >= times.interval && flags != 0;
}

static bool words_are_written(const Races *races, const uint32_t word[WARP_SIZE]) {
    uint32_t unwritten = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        unwritten |= races->shadow[CLASS_PLAIN].writes.time[word[lane]] < races->block_start;
    return unwritten == 0;
}

/* Judges and records the updates where they race with nothing, because no thread accessed shared memory otherwise since
 * the last barrier of the block; else false. What is recorded here may be recorded again. */
static inline bool record_updates(const SimBlockMemory *block, uint32_t pc, uint32_t warp, uint32_t mask,
                                  const uint32_t word[WARP_SIZE]) {
    const Races *races = &block->races;
    if (races->exact != NULL || !races->synchronising_seen || races->cell_shift != 2 ||
        races->plain_latest >= races->interval)
        return false;
    const AccessSet *set = &races->shadow[CLASS_SYNCHRONISING].writes;
    RaceTimes times = race_times(races, warp);
    uint32_t who = who_is(pc, warp * WARP_SIZE);
    if (words_are_complete(set, times, word) || lanes_are_known(set, times, who, word)) return true;
    if (!words_are_written(races, word)) return false;
    for (uint32_t left = mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        race_remember(set, times, word[lane], who + lane);
    }
    return true;
}

/* ---- banks ------------------------------------------------------------------------------------------------------- */

#if defined(__AVX512CD__)
/* For each of 32 banks a count of at most 32, in binary: bit b of each element of digit[d] is digit d of bank b's.
 * So a few additions with carries count what would else take a step for each lane. */
enum { DIGITS = 6 };
typedef struct Count {
    __m512i digit[DIGITS];
} Count;

/* Of the three operands of vpternlog: their sum without carry, its carry, and whether any is set. */
enum { SUM = 0x96, CARRY = 0xe8, ANY = 0xfe };

/* Adds counts of `digits` digits to counts of as many; the sum has one more. */
ALWAYS_INLINE void add_counts(Count *sum, const Count *more, int digits) {
    __m512i carry = _mm512_and_si512(sum->digit[0], more->digit[0]);
    sum->digit[0] = _mm512_xor_si512(sum->digit[0], more->digit[0]);
    for (int i = 1; i < digits; i++) {
        __m512i next = _mm512_ternarylogic_epi32(sum->digit[i], more->digit[i], carry, CARRY);
        sum->digit[i] = _mm512_ternarylogic_epi32(sum->digit[i], more->digit[i], carry, SUM);
        carry = next;
    }
    sum->digit[digits] = carry;
}

/* The search for the highest of each element's 32 counts, digit by digit from the top. */
typedef struct Search {
    __m512i left, highest; /* the banks that have all digits of the highest count so far, and those digits */
} Search;

ALWAYS_INLINE void search_digit(Search *search, const Count *count, int i) {
    __mmask16 any = _mm512_test_epi32_mask(search->left, count->digit[i]);
    search->left = _mm512_mask_and_epi32(search->left, any, search->left, count->digit[i]);
    search->highest = _mm512_mask_or_epi32(search->highest, any, search->highest, _mm512_set1_epi32(1 << i));
}

ALWAYS_INLINE __m512i highest_counts(const Count *count) {
    Search search = {_mm512_set1_epi32(-1), _mm512_setzero_si512()};
    __m512i upper = _mm512_ternarylogic_epi32(count->digit[5], count->digit[4], count->digit[3], ANY);
    if (_mm512_test_epi32_mask(upper, upper) != 0) /* counts of 8 are rare */
        for (int i = DIGITS - 1; i >= 3; i--) search_digit(&search, count, i);
    for (int i = 2; i >= 0; i--) search_digit(&search, count, i);
    return search.highest;
}

/* The lanes' bits, without those of lanes that are not the first to ask for their word. Intel's processors take 37
 * micro-operations for a vpconflictd, so that banks_of_rows() is preferred to six of them. */
ALWAYS_INLINE Halves of_first_askers(Halves bit, Halves word) {
    enum { LOW_LOW = 0x44, LOW_HIGH = 0xe4, HIGH_LOW = 0x4e, HIGH_HIGH = 0xee }; /* which halves vshufi64x2 joins */
    /* vpconflictd gives each element the earlier ones that equal it. Of lanes 16 to 31 it has to see each eight beside
     * each eight of the lanes before. */
    __m512i low = _mm512_conflict_epi32(word.low), high = _mm512_conflict_epi32(word.high);
    __m512i third = _mm512_or_si512(_mm512_conflict_epi32(_mm512_shuffle_i64x2(word.low, word.high, LOW_LOW)),
                                    _mm512_conflict_epi32(_mm512_shuffle_i64x2(word.low, word.high, HIGH_LOW)));
    __m512i fourth = _mm512_or_si512(_mm512_conflict_epi32(_mm512_shuffle_i64x2(word.low, word.high, LOW_HIGH)),
                                     _mm512_conflict_epi32(_mm512_shuffle_i64x2(word.low, word.high, HIGH_HIGH)));
    high = _mm512_or_si512(high, _mm512_shuffle_i64x2(third, fourth, HIGH_HIGH));
    return (Halves){_mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(low, low), bit.low),
                    _mm512_maskz_mov_epi32(_mm512_testn_epi32_mask(high, high), bit.high)};
}

enum { ROWS = 8, ROW_BYTES = WARP_SIZE * UPDATE_WIDTH };

/* Each joins neighbours within a and within b by OR, and leaves the results of both side by side. Halves: */
ALWAYS_INLINE __m512i or_halves(__m512i a, __m512i b) {
    enum { LOWER = 0x44, UPPER = 0xee };
    return _mm512_or_si512(_mm512_shuffle_i64x2(a, b, LOWER), _mm512_shuffle_i64x2(a, b, UPPER));
}

/* Quarters. */
ALWAYS_INLINE __m512i or_quarters(__m512i a, __m512i b) {
    enum { EVEN = 0x88, ODD = 0xdd };
    return _mm512_or_si512(_mm512_shuffle_i64x2(a, b, EVEN), _mm512_shuffle_i64x2(a, b, ODD));
}

/* For each of 8 rows of 32 words, in every second element, whatever their order: the banks whose word in that row some
 * lane asks for. */
ALWAYS_INLINE __m512i banks_of_rows(Halves bit, Halves row) {
    __m512i of_row[ROWS], pair[ROWS / 2];
    for (int i = 0; i < ROWS; i++) {
        __m512i number = _mm512_set1_epi32(i);
        __m512i low = _mm512_maskz_mov_epi32(_mm512_cmpeq_epi32_mask(row.low, number), bit.low);
        of_row[i] = _mm512_mask_or_epi32(low, _mm512_cmpeq_epi32_mask(row.high, number), low, bit.high);
    }
    for (int i = 0; i < ROWS / 2; i++) pair[i] = or_halves(of_row[2 * i], of_row[2 * i + 1]);
    __m512i first = or_quarters(pair[0], pair[1]), second = or_quarters(pair[2], pair[3]);
    __m512i all = _mm512_or_si512(_mm512_unpacklo_epi64(first, second), _mm512_unpackhi_epi64(first, second));
    return _mm512_maskz_or_epi32(0x5555, all, _mm512_shuffle_epi32(all, _MM_PERM_CDAB));
}

/* A small variable's words: how many of them each bank must deliver. bit: 0 in inactive lanes. */
ALWAYS_INLINE Count count_words_by_row(Halves bit, Halves word, uint32_t first_row) {
    __m512i first = _mm512_set1_epi32((int)first_row);
    Halves row = {_mm512_sub_epi32(_mm512_srli_epi32(word.low, 5), first),
                  _mm512_sub_epi32(_mm512_srli_epi32(word.high, 5), first)};
    return (Count){{banks_of_rows(bit, row), _mm512_setzero_si512()}};
}

/* The same for any variable's. */
ALWAYS_INLINE Count count_words_once(Halves bit, Halves word, uint32_t mask) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    /* words that no lane asks for, each another one */
    __m512i none = _mm512_or_si512(lane, _mm512_set1_epi32(INT32_MIN));
    __m512i others = _mm512_add_epi32(none, _mm512_set1_epi32(WARP_SIZE));
    Halves asked = {_mm512_mask_mov_epi32(none, (__mmask16)mask, word.low),
                    _mm512_mask_mov_epi32(others, (__mmask16)(mask >> 16), word.high)};
    Halves own = of_first_askers(bit, asked);
    Count count = {{own.low}}, more = {{own.high}};
    add_counts(&count, &more, 1);
    return count;
}

/* The most lanes that hit one bank, and the most words that one bank must deliver. The counts of both lie side by side:
 * the first in the lower halves of the vectors. */
ALWAYS_INLINE void find_busiest_bank(const uint32_t word[WARP_SIZE], uint32_t mask, const Span *span, int *lanes,
                                     int *words) {
    enum { LOWER = 0x44, UPPER = 0xee, SWAPPED = 0xb1 }; /* which quarters of two vectors vshufi64x2 takes */
    const __m512i one = _mm512_set1_epi32(1), bank = _mm512_set1_epi32(31);
    Halves all = {_mm512_load_si512(word), _mm512_load_si512(word + 16)};
    Halves bit = {_mm512_maskz_sllv_epi32((__mmask16)mask, one, _mm512_and_si512(all.low, bank)),
                  _mm512_maskz_sllv_epi32((__mmask16)(mask >> 16), one, _mm512_and_si512(all.high, bank))};
    Count of_lanes = {{bit.low}}, of_words, more = {{bit.high}}, sum;
    add_counts(&of_lanes, &more, 1);
    uint32_t first_row = (uint32_t)(span->start / ROW_BYTES);
    if ((span->start + span->size - 1) / ROW_BYTES - first_row < ROWS)
        of_words = count_words_by_row(bit, all, first_row);
    else
        of_words = count_words_once(bit, all, mask);
    for (int i = 0; i < 2; i++) {
        sum.digit[i] = _mm512_shuffle_i64x2(of_lanes.digit[i], of_words.digit[i], LOWER);
        more.digit[i] = _mm512_shuffle_i64x2(of_lanes.digit[i], of_words.digit[i], UPPER);
    }
    add_counts(&sum, &more, 2);
    for (int i = 0; i < 3; i++) more.digit[i] = _mm512_shuffle_i64x2(sum.digit[i], sum.digit[i], SWAPPED);
    add_counts(&sum, &more, 3);
    for (int i = 0; i < 4; i++) more.digit[i] = _mm512_shuffle_epi32(sum.digit[i], _MM_PERM_BADC);
    add_counts(&sum, &more, 4);
    for (int i = 0; i < 5; i++) more.digit[i] = _mm512_shuffle_epi32(sum.digit[i], _MM_PERM_CDAB);
    add_counts(&sum, &more, 5);
    __m512i highest = highest_counts(&sum);
    *lanes = _mm512_cvtsi512_si32(highest);
    *words = _mm_cvtsi128_si32(_mm512_extracti32x4_epi32(highest, 2));
}
#endif

/* The wavefronts of the updates as an atomic, and as a store of which lanes with one word share one (banks.h). */
static inline void find_wavefronts(const uint32_t word[WARP_SIZE], uint32_t mask, const Span *span, int *atomic,
                                   int *store) {
#if defined(__AVX512CD__)
    find_busiest_bank(word, mask, span, atomic, store);
#else
    (void)span;
    uint32_t address[WARP_SIZE];
    BankCost cost[2];
    EACH_LANE address[lane] = word[lane] * UPDATE_WIDTH;
    bank_cost_both(UPDATE_WIDTH, mask, address, &cost[0], &cost[1]);
    *atomic = cost[0].wavefronts;
    *store = cost[1].wavefronts;
#endif
}

/* ---- the whole request ------------------------------------------------------------------------------------------- */

/* Checks and counts everything but the updates themselves; or does nothing and returns false, and access.c has to. */
static inline bool pass_updates(const SimWarp *warp, const SimMemoryOp *op, const Span *span, const uint64_t *row) {
    SimBlockMemory *block = warp->memory;
    const SimLayout *layout = block->layout;
    const SimAccess *access = &op->access;
    _Alignas(64) uint32_t word[WARP_SIZE];
    int atomic, store;
    if (span == NULL || block->recorder != NULL || block->owners != NULL || block->sums != NULL || /* they see all */
        layout->lanes_descending || /* this takes them in ascending order */
        (layout->races && (layout->point_to_point || block->copies != NULL)) ||
        !find_words(word, row, (uint64_t)op->offset, warp->active, span) ||
        (block->races.on && !record_updates(block, access->pc, warp->number, warp->active, word)))
        return false;
    find_wavefronts(word, warp->active, span, &atomic, &store);
    if (!count_updates(block, access, warp->number, atomic, store)) return false;
    count_bytes(block, access, PTX_SHARED, (uint64_t)__builtin_popcount(warp->active));
    block->synchronising_accesses++;
    return true;
}

/* Whether every lane adds the same number, an immediate or a parameter, and none needs the old value: as in a
 * histogram (measured on a Zen 5: it takes 7 % less time than by atomic.c). */
static inline bool adds_constant(const SimMemoryOp *op) {
    return op->access.atomic == PTX_ATOM_ADD && (op->access.type == PTX_U32 || op->access.type == PTX_S32) &&
           !op->access.returns && (op->data[0] & SIM_AREA_MASK) == SIM_AREA_LAUNCH;
}

/* atom and red on words of shared memory. a: the row of addresses; extra: the SimMemoryOp. */
static const SimInstr *update_shared_word(SimWarp *warp, const SimInstr *instr) {
    const SimMemoryOp *op = instr->extra;
    const uint64_t *row = row_at(warp, instr->a);
    const Span *span = warp->memory->last[instr->pc];
    if (!pass_updates(warp, op, span, row)) return sim_access_memory(warp, instr);
    warp->requests++;
    sim_count_idle(warp);
    /* the host's byte that belongs to a row's value of 0 */
    uintptr_t host = (uintptr_t)span->host + (uintptr_t)op->offset - (uintptr_t)span->start;
    if (warp->active == ALL_LANES && adds_constant(op)) {
        uint32_t more = *(const uint32_t *)sim_row(warp, op->data[0]);
#pragma GCC unroll 32
        for (int lane = 0; lane < WARP_SIZE; lane++) *(LooseWord *)(host + row[lane]) += more;
        return instr + 1;
    }
    void *const data[] = {sim_row(warp, op->data[0]), sim_row(warp, op->second)};
    const Request request = {.access = &op->access, .space = PTX_SHARED, .address = row, .data = data};
    atomic_request(&request, warp->active, (uint8_t *)host, 0, op->access.returns ? sim_row(warp, op->old) : NULL);
    return instr + 1;
}
