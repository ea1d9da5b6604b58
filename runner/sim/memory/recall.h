/* What a memory instruction recalls of its last request, so that the next one of the same shape need not be worked out
 * again.
 *
 * Method. An instruction in a loop mostly asks for the same pattern of addresses again, moved as a whole: all lanes one
 * word, 32 words side by side, four rows of eight, a diagonal. The pattern is kept as each lane's distance from lane
 * 0's address. A request with the same distances lies in bounds if lane 0's address lies in a certain range, is aligned
 * if that address is, takes the same wavefronts (moving all words alike only renames the banks), and touches as many
 * sectors as any with lane 0 at the same place within its sector. What is left is one comparison of 32 addresses, a
 * look at the shadow for races, and the bytes.
 *
 * Only requests of all 32 lanes, of 4 bytes each, to shared or global memory, and nothing that deserves a finding:
 * the rest is for access.c, which also does what is recalled here the first time. recall.c works a shape out;
 * recall_body.h holds what is done for each request, compiled for each instruction set. */
#ifndef WARPSCHOOL_SIM_RECALL_H
#define WARPSCHOOL_SIM_RECALL_H

#include "sim/memory/block_memory.h"

enum { RECALL_WIDTH = 4, SECTOR_PLACES = SECTOR_BYTES / RECALL_WIDTH };

/* All lanes at one word; side by side; all within 32 neighbouring words; anywhere. */
typedef enum RecallShape { RECALL_UNIFORM, RECALL_RUN, RECALL_WINDOW, RECALL_OTHER } RecallShape;

struct Recall {
    _Alignas(64) uint64_t distance[WARP_SIZE]; /* of each lane's address from lane 0's */
    _Alignas(64) int32_t near[WARP_SIZE];      /* the same, narrow */
    _Alignas(64) int32_t cell[WARP_SIZE]; /* shared: the distinct words, counted from lane 0's; the last one repeated */
    uint32_t flags[WARP_SIZE];            /* HAS_SECOND where several lanes ask for it */
    uint8_t lane[WARP_SIZE], twin[WARP_SIZE];  /* the lowest lane that asks for it, and the next one, or the same */
    uint32_t cells;                            /* how many are distinct */
    uint32_t window;                           /* which of the 32 words from the lowest one are asked for */
    int32_t lowest;                            /* that word, counted from lane 0's */
    _Alignas(64) uint32_t place[WARP_SIZE];    /* of each lane's word in the window */
    _Alignas(64) uint32_t claimant[WARP_SIZE]; /* by place: lane, with its flags */
    _Alignas(64) uint32_t follower[WARP_SIZE]; /* by place: twin */
    RecallShape shape;
    SimAccess access;      /* the instruction */
    uint64_t offset;       /* from the address row to addresses */
    uint64_t start, range; /* lane 0's value in the row: start .. start + range keep all lanes in bounds */
    uintptr_t host;        /* the byte at value 0 */
    Watch *watch;          /* global: who remembers its rows; NULL where nothing is to be remembered */
    uint64_t watched;      /* where that begins */
    bool down;             /* the lanes' cells lie side by side downwards; else upwards */
    BankCost cost, assembled;
    uint64_t hits;            /* requests of this shape that are not in the counters yet */
    uint64_t touched_sectors; /* global: by those */
    uint64_t learned_in;      /* the number of the block */
    uint32_t misses;          /* requests of other shapes */
    uint64_t ideal_sectors;
    uint8_t sectors[SECTOR_PLACES]; /* touched, by lane 0's place in its sector; 0: not known yet */
};

/* What an instruction recalls that has seen nothing yet: no request is like it. Not to be changed. */
extern const Recall recall_nothing;

/* Makes what access->pc recalls fit the request of all lanes at row[lane] + offset, where that is worth it. */
void recall_learn(SimBlockMemory *block, const SimAccess *access, const uint64_t row[WARP_SIZE], uint64_t offset);
/* Adds what has not been counted yet to the counters. */
void recall_settle(SimBlockMemory *block);

#endif
