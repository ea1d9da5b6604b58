/* malloc and free in kernels.
 *
 * Each chunk is a host allocation by itself, at an address that is never used again, so that a use after free, a
 * double free and a free of what malloc did not return are all found. Addresses follow the order of the calls, which
 * is the same in every run because kernels that call malloc are run by one worker, blocks in order. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/block_memory.h"

enum {
    HEAP_LIMIT = 8 << 20, /* cudaLimitMallocHeapSize, by default */
    CHUNK_OVERHEAD = 16,  /* bytes of the heap beside the chunk's own, so that many small chunks exhaust it too */
    CALL_COST = 1024,     /* what a call adds to Heap.asked beside the bytes that it clears */
    CHUNK_ALIGN = 16,
    CHUNK_GAP = 1 << 16,
    FREED_KEPT = 1 << 16 /* freed chunks that are kept, to report a use after free as such */
};

/* The limit of Heap.asked for a launch: some ten seconds of clearing memory. */
#define ASKED_LIMIT (UINT64_C(1) << 34)

/* Drops the freed chunks; a use of one of them is then reported as an address in no allocation. */
static void drop_freed(SimBlockMemory *block) {
    Heap *heap = &block->memory->heap;
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++)
        if (heap->at[i]->span.freed)
            free(heap->at[i]);
        else
            heap->at[kept++] = heap->at[i];
    heap->count = kept;
    heap->freed = 0;
    memset(block->last, 0, block->layout->pc_count * sizeof *block->last);
}

uint64_t sim_heap_malloc(SimBlockMemory *block, uint32_t thread, uint64_t size, uint32_t pc) {
    Heap *heap = &block->memory->heap;
    heap->asked += CALL_COST;
    if (size == 0 || size > HEAP_LIMIT || heap->used + size + CHUNK_OVERHEAD > HEAP_LIMIT) return 0;
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity == 0 ? 64 : 2 * heap->capacity;
        heap->at = memory_resize(heap->at, heap->capacity, sizeof *heap->at);
    }
    Chunk *chunk = memory_zeroed(1, sizeof *chunk);
    *chunk = (Chunk){.bytes = size, .malloc_pc = pc, .thread = thread, .block = block->number};
    chunk->span = (Span){.name = "memory from malloc",
                         .start = heap->next,
                         .size = size,
                         .space = PTX_GLOBAL,
                         .host = memory_resize(NULL, size, 1)};
    memset(chunk->span.host, POISON ^ block->layout->poison_flip, size);
    if (block->layout->races) chunk->span.watch = watch_chunk(size);
    heap->at[heap->count++] = chunk;
    heap->used += size + CHUNK_OVERHEAD;
    heap->asked += size;
    heap->next += (size + CHUNK_ALIGN - 1) / CHUNK_ALIGN * CHUNK_ALIGN + CHUNK_GAP;
    return chunk->span.start;
}

bool sim_heap_spent(const SimBlockMemory *block) {
    return block->memory->heap.asked > ASKED_LIMIT;
}

static Chunk *chunk_at(const Heap *heap, uint64_t address) {
    size_t low = 0, high = heap->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (heap->at[middle]->span.start < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < heap->count && heap->at[low]->span.start == address ? heap->at[low] : NULL;
}

static void report_free(SimBlockMemory *block, uint32_t thread, uint64_t address, uint32_t pc, const Chunk *chunk) {
    char name[32], line[32];
    sim_thread_name(block, thread, name);
    if (chunk == NULL)
        sim_finding(block, FINDING_HEAP, false, pc, UINT32_MAX,
                    "thread %s frees address 0x%llx, which malloc did not return", name, (unsigned long long)address);
    else
        sim_finding(block, FINDING_HEAP, false, pc, chunk->free_pc,
                    "thread %s frees address 0x%llx a second time; it was freed%s already", name,
                    (unsigned long long)address, at_line(block, chunk->free_pc, line));
}

void sim_heap_free(SimBlockMemory *block, uint32_t thread, uint64_t address, uint32_t pc) {
    if (address == 0) return;
    Heap *heap = &block->memory->heap;
    Chunk *chunk = chunk_at(heap, address);
    if (chunk == NULL || chunk->span.freed) {
        report_free(block, thread, address, pc, chunk);
        return;
    }
    heap->used -= chunk->bytes + CHUNK_OVERHEAD;
    free(chunk->span.host);
    watch_free(chunk->span.watch);
    chunk->span.watch = NULL;
    chunk->span.host = NULL;
    chunk->span.size = 0;
    chunk->span.freed = true;
    chunk->free_pc = pc;
    if (++heap->freed == FREED_KEPT) drop_freed(block);
}

/* One warning for each malloc instruction, with how many of its chunks were not freed. Not an error: a later launch
 * could free them. */
void sim_heap_leaks(SimBlockMemory *block) {
    const Heap *heap = &block->memory->heap;
    uint64_t *left = memory_zeroed(block->layout->pc_count + 1, sizeof *left);
    for (size_t i = 0; i < heap->count; i++)
        if (!heap->at[i]->span.freed && heap->at[i]->malloc_pc < block->layout->pc_count)
            left[heap->at[i]->malloc_pc]++;
    for (size_t i = 0; i < heap->count; i++) {
        const Chunk *chunk = heap->at[i];
        if (chunk->span.freed || chunk->malloc_pc >= block->layout->pc_count || left[chunk->malloc_pc] == 0) continue;
        char name[32];
        block->number = chunk->block;
        sim_finding(
            block, FINDING_HEAP, true, chunk->malloc_pc, UINT32_MAX,
            "%llu piece%s of memory from this malloc %s never freed; the first has %llu bytes, for thread %s of "
            "block %llu",
            (unsigned long long)left[chunk->malloc_pc], left[chunk->malloc_pc] == 1 ? "" : "s",
            left[chunk->malloc_pc] == 1 ? "was" : "were", (unsigned long long)chunk->bytes,
            sim_thread_name(block, chunk->thread, name), (unsigned long long)chunk->block);
        left[chunk->malloc_pc] = 0;
    }
    free(left);
}
