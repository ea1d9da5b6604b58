/* Which accesses are ordered by fences and flags, and by barriers that only some threads meet at. Called only where
 * layout->point_to_point. */
#ifndef WARPSCHOOL_SIM_CAUSALITY_H
#define WARPSCHOOL_SIM_CAUSALITY_H

#include "sim/memory/block_memory.h"

void causality_block_begin(SimBlockMemory *block);
void causality_barrier(SimBlockMemory *block);
void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting);
/* whole: the lanes are all of the warp's, which the times in the shadows order already. */
void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole);
/* Before a strong access (atomic, volatile, relaxed, acquire, release) is judged and recorded. */
void causality_access(SimBlockMemory *block, const Request *request);
/* The properties of an instruction that makes strong accesses. */
enum {
    TRAIT_ATOMIC = 1,
    TRAIT_STORE = 2,
    TRAIT_VOLATILE = 4,
    TRAIT_WAITS = 8,   /* a load whose value a loop waits for, or a compare-and-swap checks */
    TRAIT_ORDERS = 16, /* acquires or releases */
    TRAIT_BLOCK_SCOPE = 32,
    TRAIT_POLLS = 64 /* a loop repeats it until the value ends the loop */
};
/* An earlier access: lanes of one warp of a block, at a time. */
typedef struct Past {
    uint32_t block; /* its number */
    uint32_t warp, lanes;
    int32_t time;
} Past;
/* The lanes of the earlier access that it happened before what a thread of the running block does now, by other means
 * than barriers of that whole block and of whole warps. */
uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread);
/* Whether anything happened before what the thread does now, by such means. */
bool causality_knows(const SimBlockMemory *block, uint32_t thread);
/* Whether the earlier access would happen before what the thread does now if the thread had a fence here: it read a
 * flag that was released after that access. */
bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread);
void causality_free(SimBlockMemory *block);

#endif
