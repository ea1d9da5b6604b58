/* Races on global memory, found in up to three attempts at the launch. A cell is 4 bytes, or an element where that is
 * smaller.
 *
 * First attempt, by threads (global_threads.c). In most kernels every element that is written belongs to one thread,
 * so that nothing can race. For each cell the watch keeps the thread that wrote it (its owner), a mark that another
 * access read it, and a mark that an atomic updated it. A thread that reads or writes again what it wrote itself sets
 * no mark. Marks are only ever set, so that workers need no order among them. Where a warp writes a whole row of 32
 * cells, one number stands for its owners, until a thread writes there in another way (Watch.row). An allocation
 * becomes a candidate for closer watching (candidates.c) where a cell
 *     was written by two threads
 *     was written by one thread and read by another
 *     was updated by an atomic, and written or read otherwise as well.
 * Two workers that write a cell at the same moment may both find it without an owner. So each worker counts the cells
 * that it was the first to write: if the sum is larger than the number of cells with an owner, all written
 * allocations are candidates. Buffers that are no outputs have no marks of reads: such a buffer is a candidate once
 * it is written.
 *
 * Second attempt, by blocks (global_blocks.c). Threads of one block may hand cells on to each other, with a barrier
 * between. As soon as the first attempt finds such a cell it ends, and the launch is run again, on all workers. No
 * race is possible where no cell that is written is accessed by two blocks, and barriers lie between the accesses
 * within a block. Without this attempt, a bitonic sort of 1000 blocks takes 3 times as long, a stencil in place 9
 * times, an exchange between neighbours 8 times (measured, with a million elements or fewer).
 *
 * Third attempt, exactly (exact.c). As soon as the second attempt finds a cell that breaks those conditions it ends,
 * and the launch is run on one worker, blocks in ascending order, so that findings never depend on the number of
 * workers. For each cell of a candidate all accesses are kept that may still race. Blocks are concurrent, whatever
 * order they ran in, unless causality.c orders them. The other allocations are watched by blocks, because the second
 * attempt saw only a part of the launch; if one of them becomes a candidate now, this attempt is repeated. Memory
 * from malloc is watched exactly from the start, because kernels that call malloc run on one worker anyway.
 *
 * The owners and marks also show reads of what no thread wrote: of outputs that hold nothing when the kernel starts,
 * and of memory that malloc has just returned. */
#include "sim/memory/races/global.h"

#include "sim/memory/races/watched.h"

static void watch_lanes(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    watch_touch(block->memory, span);
    if (span->watch == NULL) return;
    bool exact = span->watch->level == WATCH_EXACT;
    if (exact) exact_access(block, request, lanes, span->watch, span->start, span->host);
    /* After exact_access, marks are needed only to find reads of what no thread wrote. */
    if (!exact || !span->watch->initialised) global_threads_access(block, request, lanes, span);
}

void global_access(SimBlockMemory *block, const Request *request, const Span *span) {
    if (span != NULL) {
        watch_lanes(block, request, request->mask, span);
        return;
    }
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        watch_lanes(block, request, UINT32_C(1) << lane, find_span(block, PTX_GLOBAL, request->address[lane]));
    }
}

bool global_watched_exactly(const SimBlockMemory *block, const Request *request, const Span *span) {
    if (span == NULL) span = find_span(block, PTX_GLOBAL, request->address[__builtin_ctz(request->mask)]);
    return span != NULL && span->watch != NULL && span->watch->level == WATCH_EXACT;
}

bool global_row(SimBlockMemory *block, Watch *watch, RequestOp op, uint32_t pc, uint32_t warp, uint64_t first,
                bool down) {
    size_t cell = (size_t)(first >> WORD_SHIFT) - (down ? WARP_SIZE - 1 : 0);
    if (watch->level == WATCH_THREADS) return !down && global_threads_row(block, watch, op, warp, cell);
    return blocks_row(block, watch, op, pc, warp, cell, down);
}

bool global_wrote(const SimBlockMemory *block, uint64_t address, uint32_t thread) {
    const Span *span = find_span(block, PTX_GLOBAL, address);
    Watch *watch = span != NULL ? span->watch : NULL;
    if (watch == NULL) return false;
    size_t cell = (size_t)((address - span->start) >> watch->shift);
    if (watch->level == WATCH_EXACT) return exact_wrote(block, watch, cell, thread);
    uint64_t number = watch->level == WATCH_BLOCKS ? block->number : block->number * block->layout->threads + thread;
    return watch->owner != NULL && owner_of(watch, cell) == number + 1;
}
