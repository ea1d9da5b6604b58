/* Which accesses are ordered by fences and flags, and by barriers that only some threads meet at. Called only where
 * layout->point_to_point. */
#ifndef WARPSCHOOL_SIM_CAUSALITY_H
#define WARPSCHOOL_SIM_CAUSALITY_H

#include "sim/memory/block_memory.h"

void causality_block_begin(SimBlockMemory *block);
void causality_barrier(SimBlockMemory *block);
void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting);
/* whole: the lanes are all of the warp's, whose accesses the shadows put into the past by themselves. */
void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole);
/* Before a strong access (atomic, volatile, relaxed, acquire, release) is judged and remembered. */
void causality_access(SimBlockMemory *block, const Request *request);
/* How a strong access is meant; a byte for each instruction. */
enum {
    TRAIT_ATOMIC = 1,
    TRAIT_STORE = 2,
    TRAIT_VOLATILE = 4,
    TRAIT_WAITS = 8,   /* a load whose value is waited for or checked */
    TRAIT_ORDERS = 16, /* acquires or releases */
    TRAIT_BLOCK_SCOPE = 32,
    TRAIT_POLLS = 64 /* a loop repeats it until the value ends the loop */
};
/* What lanes of a warp of some block did at a time. */
typedef struct Past {
    uint32_t block; /* its number */
    uint32_t warp, lanes;
    int32_t time;
} Past;
/* The lanes whose access happens before what the thread of the block that runs does now, by more than barriers of its
 * whole block and of whole warps. */
uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread);
/* Whether there is anything that the thread knows so. */
bool causality_knows(const SimBlockMemory *block, uint32_t thread);
/* Whether it would, if the thread had a fence now: a flag was read that was written after it. */
bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread);
void causality_free(SimBlockMemory *block);

#endif
