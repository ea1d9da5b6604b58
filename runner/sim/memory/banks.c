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
#include "sim/memory/banks.h"
#include "base/compiler.h"

#include <string.h>

enum { BANKS = 32 };

/* What one group has asked the banks for. An atomic's list may hold a word several times. */
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

/* One walk serves both questions; pass and group may be NULL. Inlined, so that what is constant for a caller costs it
 * nothing. */
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

/* Lanes of at most a word each, all in one group: the most that hit one bank, or the most of those that stand for a
 * word. Without a branch that depends on the addresses, as the processor cannot foresee those of a histogram (measured:
 * a third of the time that the walk takes). */
static int busiest_bank(uint32_t active, const uint32_t word[WARP_SIZE], const uint8_t counts[WARP_SIZE]) {
    uint8_t count[BANKS] = {0}, most = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++)
        count[word[lane] % BANKS] = (uint8_t)(count[word[lane] % BANKS] + ((active >> lane) & counts[lane]));
    for (int bank = 0; bank < BANKS; bank++) most = count[bank] > most ? count[bank] : most;
    return most;
}

/* Lets one lane, the last one, stand for each word: each leaves its number where the word's last bits say, and who
 * finds his own there stands for it. False where two words share those bits. */
static bool choose_lanes(uint32_t active, const uint32_t word[WARP_SIZE], uint8_t stands[WARP_SIZE]) {
    enum { PLACES = 2048 };
    uint8_t last[PLACES + 1]; /* and one for all lanes that are not active */
    uint32_t place[WARP_SIZE], different = 0;
    for (int lane = 0; lane < WARP_SIZE; lane++) place[lane] = (active >> lane & 1) != 0 ? word[lane] % PLACES : PLACES;
    for (int lane = 0; lane < WARP_SIZE; lane++) last[place[lane]] = (uint8_t)lane;
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t found = last[place[lane]];
        stands[lane] = found == (uint32_t)lane;
        different |= (word[found] ^ word[lane]) & -(active >> lane & 1);
    }
    return different == 0;
}

static bool find_busiest_bank(RequestOp op, uint32_t mask, const uint32_t address[WARP_SIZE], int *lanes) {
    uint32_t word[WARP_SIZE];
    uint8_t counts[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        word[lane] = address[lane] / 4;
        counts[lane] = 1;
    }
    if (op != REQUEST_ATOMIC && !choose_lanes(mask, word, counts)) return false;
    *lanes = busiest_bank(mask, word, counts);
    return true;
}

BankCost bank_cost(RequestOp op, int width, uint32_t mask, const uint32_t address[32]) {
    int lanes;
    if (width <= 4 && mask != 0 && find_busiest_bank(op, mask, address, &lanes))
        return (BankCost){.wavefronts = lanes, .conflicts = lanes - 1, .ways = lanes};
    if (width <= 4) return walk(op == REQUEST_ATOMIC ? REQUEST_ATOMIC : REQUEST_LOAD, 4, mask, address, NULL, NULL);
    return walk(op, width, mask, address, NULL, NULL);
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
