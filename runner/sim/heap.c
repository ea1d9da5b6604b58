/* malloc and free in kernels.
 *
 * Each chunk is host memory of its own at an address that is never used again, so that a use after free, a double free
 * and a free of what malloc did not return are all seen. Addresses follow the order of the calls, which is the same in
 * every run where blocks run in order: kernels that call malloc are run by one worker. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/block_memory.h"

enum {
    HEAP_LIMIT = 8 << 20,  /* cudaLimitMallocHeapSize, by default */
    CHUNK_OVERHEAD = 16,   /* so that many small ones exhaust the heap too */
    CHUNK_ALIGN = 16,
    CHUNK_GAP = 1 << 16,
    FREED_KEPT = 1 << 16   /* freed chunks that are still known as such */
};

/* Forgets the freed chunks; who uses one of them now has an address in no allocation. */
static void drop_freed(SimBlockMemory *block) {
    Heap *heap = &block->memory->heap;
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++)
        if (heap->at[i]->freed) free(heap->at[i]);
        else heap->at[kept++] = heap->at[i];
    heap->count = kept;
    heap->freed = 0;
    memset(block->last, 0, block->layout->pc_count * sizeof *block->last);
}

uint64_t sim_heap_malloc(SimBlockMemory *block, uint32_t thread, uint64_t size, uint32_t pc) {
    (void)thread, (void)pc;
    Heap *heap = &block->memory->heap;
    if (size == 0 || size > HEAP_LIMIT || heap->used + size + CHUNK_OVERHEAD > HEAP_LIMIT) return 0;
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity == 0 ? 64 : 2 * heap->capacity;
        heap->at = memory_resize(heap->at, heap->capacity, sizeof *heap->at);
    }
    Span *chunk = memory_zeroed(1, sizeof *chunk);
    *chunk = (Span){.name = "memory from malloc", .start = heap->next, .size = size, .space = PTX_GLOBAL,
                    .host = memory_resize(NULL, size, 1)};
    memset(chunk->host, POISON, size);
    if (block->layout->races) chunk->watch = watch_chunk(size);
    heap->at[heap->count++] = chunk;
    heap->used += size + CHUNK_OVERHEAD;
    heap->next += (size + CHUNK_ALIGN - 1) / CHUNK_ALIGN * CHUNK_ALIGN + CHUNK_GAP;
    return chunk->start;
}

static Span *chunk_at(const Heap *heap, uint64_t address) {
    size_t low = 0, high = heap->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (heap->at[middle]->start < address) low = middle + 1;
        else high = middle;
    }
    return low < heap->count && heap->at[low]->start == address ? heap->at[low] : NULL;
}

void sim_heap_free(SimBlockMemory *block, uint32_t thread, uint64_t address, uint32_t pc) {
    if (address == 0) return;
    Heap *heap = &block->memory->heap;
    Span *chunk = chunk_at(heap, address);
    if (chunk == NULL || chunk->freed) {
        char name[32];
        sim_finding(block, FINDING_HEAP, false, pc, UINT32_MAX,
                    chunk == NULL ? "thread %s frees address 0x%llx, which malloc did not return"
                                  : "thread %s frees address 0x%llx a second time",
                    sim_thread_name(block, thread, name), (unsigned long long)address);
        return;
    }
    heap->used -= chunk->size + CHUNK_OVERHEAD;
    free(chunk->host);
    watch_free(chunk->watch);
    chunk->watch = NULL;
    chunk->host = NULL;
    chunk->size = 0;
    chunk->freed = true;
    if (++heap->freed == FREED_KEPT) drop_freed(block);
}
