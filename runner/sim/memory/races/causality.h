/* What fences and flags, and barriers that only some threads meet at, add to the causality order. Called only where
 * layout->point_to_point. */
#ifndef WARPSCHOOL_SIM_CAUSALITY_H
#define WARPSCHOOL_SIM_CAUSALITY_H

#include "sim/memory/block_memory.h"

void causality_block_begin(SimBlockMemory *block);
void causality_barrier(SimBlockMemory *block);
void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
/* Before lanes of a warp arrive: a warp that came to the same barrier for its last opening, and whose arrival did not
 * happen before what the lanes do now, so that they might have come in its place; -1: there is none. */
int causality_unordered_arrival(const SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting);
/* whole: the lanes are all of the warp's, which the times in the shadows order already. */
void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole);
/* Barrier objects (mbarrier), named by the byte of shared memory where they lie. arrived: the lanes' arrival releases
 * what they did; to be called once before their arrivals are counted. completed: so many arrived that the phase is
 * over. waited: a thread's wait found it over, and acquires what was released. */
void causality_object_arrived(SimBlockMemory *block, uint32_t object, uint32_t warp, uint32_t lanes);
/* counted: a thread's arrival counts in the phase, and comes from what causality_object_arrived() was called for last.
 * Returns a thread that arrived in the phase before this one, and whose arrival did not happen before what the thread
 * does now, so that each might have come in the other's place; -1: there is none. */
int causality_object_counted(const SimBlockMemory *block, uint32_t object, uint32_t thread);
/* copied: a thread's bulk copy will be complete before the phase is over, and releases itself. */
void causality_object_copied(SimBlockMemory *block, uint32_t object, uint32_t thread);
void causality_object_completed(SimBlockMemory *block, uint32_t object);
void causality_object_waited(SimBlockMemory *block, uint32_t object, uint32_t thread);
/* A strong access (atomic, volatile, relaxed, acquire, release) gets a time of its own, before anything else. */
void causality_begin_access(SimBlockMemory *block, const Request *request);
/* What it observes and releases: of a load that acquires, after it was judged and recorded, because it might have come
 * before what it observed; of others before. */
void causality_access(SimBlockMemory *block, const Request *request);

#endif
