/* Requests of one source line, kept for pictures: see Recording in device.h. */
#ifndef WARPSCHOOL_SIM_RECORDING_H
#define WARPSCHOOL_SIM_RECORDING_H

#include "sim/memory/block_memory.h"

/* In the block's arena; NULL where the launch records nothing. */
Recorder *recording_new(const SimBlockMemory *block);
void recording_block_begin(SimBlockMemory *block);
/* Keeps the request if it is wanted and costs more than the one kept so far. Called for each request, once its shape is
 * known; block->recorder is not NULL. */
void recording_take(SimBlockMemory *block, const Request *request);
/* Puts what all workers recorded into result, in arena. */
void recording_merge(SimBlockMemory *const *blocks, size_t count, Arena *arena, Result *result);

#endif
