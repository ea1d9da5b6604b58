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
#include "sim/banks.h"

#include <string.h>

enum { LANES = 32, BANKS = 32 };

/* What one group has asked the banks for. An atomic's list may hold a word several times. */
typedef struct Group {
    uint8_t count[BANKS];
    uint32_t words[BANKS][LANES]; /* a lane's words lie side by side, so a bank holds at most one of them */
} Group;

static bool pairs_agree(uint32_t mask, const uint32_t address[32], int distance) {
    for (int lane = 0; lane < LANES; lane++) {
        int other = lane ^ distance;
        bool both = (mask >> lane & 1) != 0 && (mask >> other & 1) != 0;
        if (both && address[lane] != address[other]) return false;
    }
    return true;
}

static int lanes_per_group(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    if (width <= 4) return LANES;
    int lanes = width == 8 ? 16 : 8;
    if (op == REQUEST_LOAD && (pairs_agree(mask, address, 1) || pairs_agree(mask, address, 2))) lanes *= 2;
    return lanes;
}

/* The wavefront, from 0, in which the bank serves this word. */
static inline __attribute__((always_inline)) int serve(Group *group, uint32_t word, bool shared) {
    uint32_t bank = word % BANKS;
    int count = group->count[bank];
    if (shared)
        for (int i = 0; i < count; i++)
            if (group->words[bank][i] == word) return i;
    group->words[bank][count] = word;
    group->count[bank]++;
    return count;
}

/* One walk serves both questions; pass and group may be NULL. Inlined, so that what is constant for a caller costs it
 * nothing. */
static inline __attribute__((always_inline)) BankCost walk(RequestOp op, int width, uint32_t mask, const uint32_t address[32], int *pass, int *group_of) {
    BankCost cost = {0, 0, 0};
    int lanes = lanes_per_group(op, width, mask, address);
    int words = width <= 4 ? 1 : width / 4;
    Group group;
    for (int first = 0; first < LANES; first += lanes) {
        uint32_t in_group = lanes == LANES ? mask : mask & (((UINT32_C(1) << lanes) - 1) << first);
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

/* Whether lanes of at most a word each all fall on banks of their own. */
static bool banks_differ(uint32_t mask, const uint32_t address[32]) {
    uint32_t banks = 0;
    for (int lane = 0; lane < LANES; lane++) banks |= (mask >> lane & 1) << (address[lane] / 4 % BANKS);
    return banks != 0 && __builtin_popcount(banks) == __builtin_popcount(mask);
}

BankCost bank_cost(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    if (width <= 4 && banks_differ(mask, address)) return (BankCost){.wavefronts = 1, .conflicts = 0, .ways = 1};
    if (width <= 4 && op == REQUEST_ATOMIC) return walk(REQUEST_ATOMIC, 4, mask, address, NULL, NULL);
    if (width <= 4) return walk(REQUEST_LOAD, 4, mask, address, NULL, NULL);
    return walk(op, width, mask, address, NULL, NULL);
}

void bank_passes(RequestOp op, int width, uint32_t mask, const uint32_t address[32], int pass[32], int group[32]) {
    for (int lane = 0; lane < LANES; lane++) pass[lane] = group[lane] = -1;
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
