/* Races on global memory; see global.c for the three attempts. */
#ifndef WARPSCHOOL_SIM_GLOBAL_H
#define WARPSCHOOL_SIM_GLOBAL_H

#include "sim/memory/block_memory.h"

void global_access(SimBlockMemory *block, const Request *request, const Span *span); /* span NULL: lanes in several */
bool global_watched_exactly(const SimBlockMemory *block, const Request *request, const Span *span);
/* Whether the thread wrote that cell, as sim_thread_wrote(). */
bool global_wrote(const SimBlockMemory *block, uint64_t address, uint32_t thread);
void global_flush(SimBlockMemory *block); /* sets the marks of all pending reads */
/* watch_ignores: whether plain loads or stores of `width` bytes a lane, at most 4, leave no mark. watch_takes_rows:
 * whether global_row can record them. */
bool watch_ignores(const Watch *watch, RequestOp op, int width);
bool watch_takes_rows(const Watch *watch);
/* Does what global_access does, for a full warp's plain accesses to 32 neighbouring words, lane 0's `first` bytes
 * from the allocation's start and the others after it (down: before it). false: nothing was done, and global_access
 * has to. */
bool global_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, uint64_t first,
                bool down);
/* Makes the span's watch where it has none and should have one; called before the watch is looked at. */
void watch_make(SimMemory *memory, Span *span);
static inline void watch_touch(SimMemory *memory, const Span *span) {
    if (__atomic_load_n(&span->watch, __ATOMIC_ACQUIRE) == NULL && span->watched)
        watch_make(memory, (Span *)(uintptr_t)span);
}
Watch *watch_new(uint64_t size, uint32_t element, bool written, bool initialised);
Watch *watch_chunk(uint64_t size); /* memory fresh from malloc, watched exactly from the start */
void watch_free(Watch *watch);     /* NULL is allowed */

#endif
