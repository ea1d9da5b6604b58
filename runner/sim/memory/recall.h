/* The shape of a memory instruction's last request, kept so that the next request of the same shape is checked and
 * counted without working everything out again.
 *
 * Method. An instruction in a loop mostly asks for the same pattern of addresses again, moved as a whole: all lanes
 * one word, 32 words side by side, four rows of eight, a diagonal. The pattern is kept as each lane's distance from
 * lane 0's address. A request with the same distances lies in bounds if lane 0's address lies in a certain range, is
 * aligned if that address is, takes the same wavefronts (moving all words alike only renames the banks), and touches
 * as many sectors as any with lane 0 at the same place within its sector. What is left is to compare 32 addresses, to
 * check the shadow for races, and to move the bytes.
 *
 * Only requests of all 32 lanes, of 4 bytes each to shared or global memory or loads of 1 or 2 from global memory, and
 * only without a finding: access.c does all others, and the first of each shape. recall.c works a shape out;
 * recall_body.h holds what is done for each request, compiled for each instruction set. */
#ifndef WARPSCHOOL_SIM_RECALL_H
#define WARPSCHOOL_SIM_RECALL_H

#include "sim/memory/counts/banks.h"
#include "sim/memory/races/race.h"

enum { RECALL_WIDTH = 4 /* bytes of a word */, CACHE_LINE = 64, MOST_SPOTS = 8 };

/* Of the lanes' words or narrower elements: all the same; one after the other; all within 32 neighbouring words; any
 * other. */
typedef enum RecallShape { RECALL_UNIFORM, RECALL_RUN, RECALL_WINDOW, RECALL_OTHER } RecallShape;

struct Recall {
    _Alignas(64) uint64_t distance[WARP_SIZE]; /* each lane's address minus lane 0's */
    _Alignas(64) int32_t near[WARP_SIZE];      /* the same in 32 bits */
    _Alignas(64) int32_t cell[WARP_SIZE]; /* shared: the distinct words, counted from lane 0's; the last one repeated */
    uint32_t flags[WARP_SIZE];            /* for each of those: HAS_SECOND where several lanes ask for it */
    /* for each: the lowest lane that asks for it, and the next such lane or the same */
    uint8_t lane[WARP_SIZE], twin[WARP_SIZE];
    uint32_t cells; /* how many words are distinct */
    /* a bit for each of the 32 words from the lowest one: some lane asks for it */
    uint32_t window;
    int32_t lowest;                            /* the lowest word, counted from lane 0's */
    _Alignas(64) uint32_t place[WARP_SIZE];    /* each lane's word, counted from the lowest */
    _Alignas(64) uint32_t claimant[WARP_SIZE]; /* by place: lane[] with flags[] */
    _Alignas(64) uint32_t follower[WARP_SIZE]; /* by place: twin[] */
    /* of words, where lanes have indices of 32 bits: each lane's index minus lane 0's. No lane's index wraps around
     * where lane 0's is `least_index` or up to `index_range` more; with a sign, from INT32_MIN + least_index */
    _Alignas(64) int32_t index[WARP_SIZE];
    uint32_t least_index, index_range;
    RecallShape shape;
    SimAccess access; /* the instruction */
    uint64_t offset;  /* added to a lane's value in the address row gives its address */
    /* lane 0's value in the row: start .. start + range keep all lanes in bounds, and stores to global memory within
     * the addresses window_low .. window_high - 1 */
    uint64_t start, range;
    uint64_t window_of, window_low, window_high; /* window_of: the beginning of the variable */
    uintptr_t host;                              /* the host address that belongs to the row's value 0 */
    uint64_t last;    /* loads from global memory, of a run: lane 0's value in the last request */
    Watch *watch;     /* global: where its rows are recorded; NULL where they need not be */
    uint64_t watched; /* the address at which the watched allocation begins */
    bool down;        /* the lanes' cells lie side by side downwards; else upwards */
    BankCost cost, assembled;
    uint64_t hits;            /* requests of this shape that are not in the counters yet */
    uint64_t touched_sectors; /* global: sectors that those requests touched */
    uint64_t learned_in;      /* the number of the block in which the shape was worked out */
    uint32_t misses;          /* requests of other shapes */
    uint64_t ideal_sectors;
    /* loads from global memory, of no run: where lanes read that are a line of the cache or more apart, as distances
     * from lane 0; and lane 0's value in each warp's last request */
    int32_t spot[MOST_SPOTS];
    uint32_t spots;
    uint64_t last_of[MAX_THREADS / WARP_SIZE];
    struct RecallGroup *group; /* shared: of whose loads the instruction is one (recall_group.h); NULL: of none yet */
    uint8_t sectors[SECTOR_BYTES]; /* sectors touched, by lane 0's byte within its sector; 0: not known yet */
};

/* The Recall of an instruction that has made no request yet: it matches no request. Never modified. */
extern const Recall recall_nothing;

/* Adds the lanes that read cell `at` (lane 0's) and those around it to the set. who: lane 0. */
static inline void recall_remember(const AccessSet *set, const Recall *recall, size_t at, RaceTimes times,
                                   uint32_t who) {
    for (uint32_t i = 0; i < recall->cells; i++) {
        size_t cell = at + (size_t)(ptrdiff_t)recall->cell[i];
        race_remember(set, times, cell, who + recall->lane[i]);
        if (recall->flags[i] != 0) race_remember(set, times, cell, who + recall->twin[i]);
    }
}

/* Works out the shape of the request of all lanes at row[lane] + offset for access->pc, unless its shape changes too
 * often. */
void recall_learn(SimBlockMemory *block, const SimAccess *access, const uint64_t row[WARP_SIZE], uint64_t offset);
/* Adds the hits that are not counted yet to the counters. */
void recall_count_hits(SimBlockMemory *block);

#endif
