/* What fences and flags, and barriers that only some threads meet at, add to the causality order. Called only where
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

#endif
