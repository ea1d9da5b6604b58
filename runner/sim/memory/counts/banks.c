/* The bank model, by these rules:
 *
 *  1. 32 banks of 4 bytes: bank = byte address / 4 mod 32.
 *  2. Lanes are served in groups, by the width that each lane asks for: up to 4 bytes one group of 32 lanes, 8 bytes
 *     two groups of 16, 16 bytes four groups of 8.
 *  3. For loads of 8 or 16 bytes the groups are twice as large where, for the warp as a whole, either every lane and
 *     its neighbour lane^1 read the same address, or every lane and lane^2 do. A pair with an inactive lane counts
 *     as the same.
 *  4. A group with an active lane takes as many wavefronts as the most distinct 4-byte words that one bank must
 *     deliver. Lanes that want the same word share it.
 *  5. An atomic takes as many as the most lanes that hit one bank, same word or not: each lane's update is its own.
 *  6. conflicts = wavefronts - groups with an active lane.
 *
 * How they were measured: a kernel of one warp and one shared-memory instruction
 * (tests/hardware/shared_wavefronts.cu), 480 combinations of width, active lanes and addresses (contiguous, strided,
 * paired, random), each profiled with Nsight Compute on an NVIDIA H200 (sm_90); the rules reproduce every row.
 * Atomics were measured with atom.max on 4 bytes; for 8 bytes the groups of rule 2 are taken over. Where the assembler
 * adds up equal addresses before an atomic, assemble.c says so and the atomic is counted like a store as well.
 *
 * The counting visits lanes in order and keeps, for each bank, the words that it has been asked for so far: the
 * place of a lane's word in that list is the wavefront that delivers it. */
#include "sim/memory/counts/banks.h"
#include "base/compiler.h"

#include <string.h>

/* The words that one group of lanes has asked each bank for. An atomic's list may hold a word several times. */
typedef struct Group {
    uint8_t count[BANKS];
    uint32_t words[BANKS][WARP_SIZE]; /* a lane's words lie side by side, so a bank holds at most one of them */
} Group;

static bool pairs_agree(uint32_t mask, const uint32_t address[32], int distance) {
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        int other = lane ^ distance;
        bool both = (mask >> lane & 1) != 0 && (mask >> other & 1) != 0;
        if (both && address[lane] != address[other]) return false;
    }
    return true;
}

static int lanes_per_group(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    if (width <= 4) return WARP_SIZE;
    int lanes = width == 8 ? 16 : 8;
    if (op == REQUEST_LOAD && (pairs_agree(mask, address, 1) || pairs_agree(mask, address, 2))) lanes *= 2;
    return lanes;
}

/* The wavefront, from 0, in which the bank serves this word. */
ALWAYS_INLINE int serve(Group *group, uint32_t word, bool shared) {
    uint32_t bank = word % BANKS;
    int count = group->count[bank];
    if (shared)
        for (int i = 0; i < count; i++)
            if (group->words[bank][i] == word) return i;
    group->words[bank][count] = word;
    group->count[bank]++;
    return count;
}

/* Computes the cost and, where pass and group_of are not NULL, each lane's wavefront and group. Inlined, so that
 * arguments that are constant for a caller cost it nothing. */
ALWAYS_INLINE BankCost walk(RequestOp op, int width, uint32_t mask, const uint32_t address[32], int *pass,
                            int *group_of) {
    BankCost cost = {0, 0, 0};
    int lanes = lanes_per_group(op, width, mask, address);
    int words = width <= 4 ? 1 : width / 4;
    Group group;
    for (int first = 0; first < WARP_SIZE; first += lanes) {
        uint32_t in_group = lanes == WARP_SIZE ? mask : mask & (((UINT32_C(1) << lanes) - 1) << first);
        if (in_group == 0) continue;
        memset(group.count, 0, sizeof group.count);
        int wavefronts = 0;
        for (uint32_t left = in_group; left != 0; left &= left - 1) {
            int lane = __builtin_ctz(left);
            for (int i = 0; i < words; i++) {
                int wavefront = serve(&group, address[lane] / 4 + (uint32_t)i, op != REQUEST_ATOMIC);
                if (i == 0 && pass != NULL) pass[lane] = wavefront;
                if (wavefront >= wavefronts) wavefronts = wavefront + 1;
            }
            if (group_of != NULL) group_of[lane] = first / lanes;
        }
        cost.wavefronts += wavefronts;
        cost.conflicts += wavefronts - 1;
        if (wavefronts > cost.ways) cost.ways = wavefronts;
    }
    return cost;
}

/* ---- lanes of at most a word each, which are all in one group ---------------------------------------------------- */

/* A byte for each bank, in the two halves that every x86-64 has registers for. */
typedef uint8_t Half __attribute__((vector_size(BANKS / 2)));
typedef struct Tally {
    Half low, high;
} Tally;

/* one_bank + place: a place below NO_BANK means bank NO_BANK - 1 - place: the BANKS bytes from there on are 1 for
 * that bank alone. From a place of NO_BANK to 2 * NO_BANK - 1 they are all 0. */
enum { NO_BANK = BANKS };
static const uint8_t one_bank[3 * BANKS] = {[NO_BANK - 1] = 1};

ALWAYS_INLINE Tally add_place(Tally tally, uint32_t place) {
    Tally one;
    memcpy(&one.low, one_bank + place, sizeof one.low);
    memcpy(&one.high, one_bank + place + sizeof one.low, sizeof one.high);
    return (Tally){tally.low + one.low, tally.high + one.high};
}

ALWAYS_INLINE int most_of(Tally tally) {
    uint8_t count[BANKS], most = 0;
    memcpy(count, &tally, sizeof count);
    for (int bank = 0; bank < BANKS; bank++) most = count[bank] > most ? count[bank] : most;
    return most;
}

/* Shared memory in rows of a word for each bank. No GPU has as many rows in a block. */
enum { ROW_BYTES = 4 * BANKS, ROWS = 2048 };

static bool have_rows(const uint32_t address[WARP_SIZE]) {
    uint32_t any = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) any |= address[lane];
    return any < ROWS * ROW_BYTES;
}

/* The most lanes that hit one bank, and the most words that one bank must deliver; each may be NULL. A word counts
 * for the first lane that asks for it: asked[row] has a bit for each place in a row of words, for the rows that lanes
 * access. There is no branch that depends on the addresses, because the processor cannot predict those of a
 * histogram, and the sums stay in registers. Measured: a histogram with both answers takes 27 ms where one after the
 * other with lists of words took 33, and another 2 % less unrolled. AVX2 would make it slower. */
ALWAYS_INLINE void find_busiest_bank(uint32_t mask, const uint32_t address[WARP_SIZE], int *lanes, int *words) {
    uint32_t place[WARP_SIZE], row[WARP_SIZE];
    uint64_t asked[ROWS];
    Tally of_lanes = {0}, of_words = {0};
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        place[lane] = NO_BANK - 1 - address[lane] / 4 % BANKS;
        row[lane] = address[lane] / ROW_BYTES % ROWS;
    }
    for (uint32_t left = ~mask; left != 0; left &= left - 1) place[__builtin_ctz(left)] = NO_BANK;
    for (int lane = 0; lane < WARP_SIZE && words != NULL; lane++) asked[row[lane]] = 0;
#pragma GCC unroll 4
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        if (lanes != NULL) of_lanes = add_place(of_lanes, place[lane]);
        if (words == NULL) continue;
        uint64_t before = asked[row[lane]];
        asked[row[lane]] = before | UINT64_C(1) << place[lane];
        uint32_t again = (uint32_t) - (before >> place[lane] & 1);
        of_words = add_place(of_words, place[lane] | (again & NO_BANK));
    }
    if (lanes != NULL) *lanes = most_of(of_lanes);
    if (words != NULL) *words = most_of(of_words);
}

static BankCost cost_of_group(int wavefronts) {
    return (BankCost){.wavefronts = wavefronts, .conflicts = wavefronts - 1, .ways = wavefronts};
}

BankCost bank_cost(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    if (width > 4 || mask == 0 || !have_rows(address)) return walk(op, width, mask, address, NULL, NULL);
    int wavefronts;
    if (op == REQUEST_ATOMIC)
        find_busiest_bank(mask, address, &wavefronts, NULL);
    else
        find_busiest_bank(mask, address, NULL, &wavefronts);
    return cost_of_group(wavefronts);
}

void bank_cost_both(int width, uint32_t mask, const uint32_t address[32], BankCost *atomic, BankCost *store) {
    if (width > 4 || mask == 0 || !have_rows(address)) {
        *atomic = walk(REQUEST_ATOMIC, width, mask, address, NULL, NULL);
        *store = walk(REQUEST_STORE, width, mask, address, NULL, NULL);
        return;
    }
    int lanes, words;
    find_busiest_bank(mask, address, &lanes, &words);
    *atomic = cost_of_group(lanes);
    *store = cost_of_group(words);
}

void bank_passes(RequestOp op, int width, uint32_t mask, const uint32_t address[32], int pass[32], int group[32]) {
    for (int lane = 0; lane < WARP_SIZE; lane++) pass[lane] = group[lane] = -1;
    walk(op, width, mask, address, pass, group);
}

BankCost bank_cost_strided(RequestOp op, int width, int lanes, uint32_t stride) {
    int groups = width <= 4 ? 1 : width / 4;
    int wavefronts;
    if (stride == 0 && op == REQUEST_ATOMIC) {
        wavefronts = lanes;
    } else if (stride == 0) {
        groups = op == REQUEST_LOAD ? (groups + 1) / 2 : groups;
        wavefronts = groups;
    } else {
        /* A stride of s words comes back to a bank every 32 / gcd(s, 32) lanes. Wider lanes cover more banks in smaller
         * groups, which comes to the same for all groups together. */
        uint32_t words = stride / 4;
        int period = words % BANKS == 0 ? 1 : BANKS >> __builtin_ctz(words);
        wavefronts = (lanes + period - 1) / period;
    }
    return (BankCost){wavefronts, wavefronts - groups, wavefronts / groups};
}
