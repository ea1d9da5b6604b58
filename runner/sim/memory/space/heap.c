/* malloc and free in kernels.
 *
 * Each chunk is a host allocation by itself, at an address that is never used again, so that a use after free, a
 * double free and a free of what malloc did not return are all found. Addresses follow the order of the calls, which
 * is the same in every run because kernels that call malloc are run by one worker, blocks in order.
 *
 * Chunks outlive the launch that took them. While a launch runs, the bytes of an earlier chunk that it frees are kept,
 * because the launch may be repeated (undo.c). */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/watched.h"

enum {
    CHUNK_OVERHEAD = 16, /* bytes of the heap beside the chunk's own, so that many small chunks exhaust it too */
    CALL_COST = 1024,    /* what a call adds to Heap.asked beside the bytes that it clears */
    CHUNK_ALIGN = 16,
    CHUNK_GAP = 1 << 16,
    FREED_KEPT = 1 << 16 /* freed chunks that are kept, to report a use after free as such */
};

/* The limit of Heap.asked for a launch: some ten seconds of clearing memory. */
#define ASKED_LIMIT (UINT64_C(1) << 34)

static void drop_chunk(Chunk *chunk) {
    free(chunk->span.host);
    free(chunk->freed_host);
    defined_free(&chunk->span.defined);
    watch_free(chunk->span.watch);
    free(chunk);
}

/* Drops the freed chunks, but for those that come back if the launch is repeated; a use of one of them is then reported
 * as an address in no allocation. */
static void drop_freed(SimBlockMemory *block) {
    Heap *heap = &block->memory->heap;
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++)
        if (heap->at[i]->span.freed && heap->at[i]->freed_host == NULL)
            drop_chunk(heap->at[i]);
        else
            heap->at[kept++] = heap->at[i];
    heap->count = kept;
    heap->freed = 0;
    memset(block->last, 0, block->layout->pc_count * sizeof *block->last);
}

uint64_t sim_heap_malloc(SimBlockMemory *block, uint32_t thread, uint64_t size, uint32_t pc) {
    Heap *heap = &block->memory->heap;
    heap->asked += CALL_COST;
    if (size == 0 || size > heap->limit || heap->used + size + CHUNK_OVERHEAD > heap->limit) return 0;
    if (heap->count == heap->capacity) {
        heap->capacity = heap->capacity == 0 ? 64 : 2 * heap->capacity;
        heap->at = memory_resize(heap->at, heap->capacity, sizeof *heap->at);
    }
    Chunk *chunk = memory_zeroed(1, sizeof *chunk);
    *chunk = (Chunk){
        .bytes = size, .malloc_pc = pc, .thread = thread, .block = block->number, .launch = block->memory->launch};
    chunk->span = (Span){.name = "memory from malloc",
                         .start = heap->next,
                         .size = size,
                         .space = PTX_GLOBAL,
                         .watched = block->layout->races,
                         .host = memory_resize(NULL, size, 1)};
    undefined_fill(block->layout->undefined, chunk->span.host, size, heap->count, POISON);
    if (block->layout->races) chunk->span.watch = watch_chunk(size);
    heap->at[heap->count++] = chunk;
    block->counters[pc].at[METRIC_HEAP_ALLOCATIONS]++;
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
        sim_finding(block, FINDING_HEAP, false, pc, heap_free_pc(block, chunk),
                    "thread %s frees address 0x%llx a second time; it was freed%s already", name,
                    (unsigned long long)address, at_line(block, heap_free_pc(block, chunk), line));
}

/* How many bytes of a chunk were stored to, each counted once. Whether a byte was is kept where races are looked for,
 * and not of what an earlier launch has left: all of them, then. */
static uint64_t stored_bytes(const Chunk *chunk) {
    const Watch *watch = chunk->span.watch;
    if (watch == NULL || watch->initialised) return chunk->bytes;
    const uint8_t *updated = watch->mark[MARK_UPDATED];
    uint64_t cells = 0;
    for (size_t cell = 0; cell < watch->cells; cell++) {
        size_t mark = mark_of(cell);
        cells += watch->owner[mark] != 0 || (updated != NULL && updated[mark] != 0);
    }
    return cells << watch->shift;
}

void sim_heap_free(SimBlockMemory *block, uint32_t thread, uint64_t address, uint32_t pc) {
    if (address == 0) return;
    Heap *heap = &block->memory->heap;
    Chunk *chunk = chunk_at(heap, address);
    if (chunk == NULL || chunk->span.freed) {
        report_free(block, thread, address, pc, chunk);
        return;
    }
    if (chunk->span.watch != NULL) exact_release(block, chunk->span.watch, pc, thread, chunk->span.start);
    heap->used -= chunk->bytes + CHUNK_OVERHEAD;
    block->counters[pc].at[METRIC_HEAP_STORE_DISTINCT] += stored_bytes(chunk);
    chunk->free_launch = block->memory->launch;
    if (chunk->launch == block->memory->launch)
        free(chunk->span.host);
    else
        chunk->freed_host = chunk->span.host;
    watch_free(chunk->span.watch);
    chunk->span.watch = NULL;
    chunk->span.host = NULL;
    chunk->span.size = 0;
    chunk->span.freed = true;
    chunk->free_pc = pc;
    if (++heap->freed == FREED_KEPT) drop_freed(block);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

void heap_launch_begin(SimMemory *memory) {
    Heap *heap = &memory->heap;
    heap->asked = 0;
    heap->next_before = heap->next;
    heap->used_before = heap->used;
    for (size_t i = 0; i < heap->count; i++) {
        heap->at[i]->span.defined.all = true; /* what is left is taken for data */
        heap->at[i]->span.kept = false;
    }
}

static void bury(Chunk *chunk) {
    chunk->freed_host = chunk->span.host;
    chunk->span.host = NULL;
    chunk->span.size = 0;
    chunk->span.freed = true;
}

static void revive(Chunk *chunk) {
    chunk->span.host = chunk->freed_host;
    chunk->freed_host = NULL;
    chunk->span.size = chunk->bytes;
    chunk->span.freed = false;
}

void heap_launch_end(SimMemory *memory) {
    Heap *heap = &memory->heap;
    for (size_t i = 0; i < heap->count; i++) {
        free(heap->at[i]->freed_host);
        heap->at[i]->freed_host = NULL;
    }
}

void heap_set_aside(SimMemory *memory, HeapAside *aside) {
    Heap *heap = &memory->heap;
    *aside = (HeapAside){.taken = memory_zeroed(heap->count + 1, sizeof(Chunk *)),
                         .freed = memory_zeroed(heap->count + 1, sizeof(Chunk *)),
                         .next = heap->next,
                         .used = heap->used,
                         .asked = heap->asked};
    size_t kept = 0;
    for (size_t i = 0; i < heap->count; i++) {
        Chunk *chunk = heap->at[i];
        if (chunk->launch == memory->launch) {
            aside->taken[aside->taken_count++] = chunk;
            continue;
        }
        heap->at[kept++] = chunk;
        if (chunk->freed_host == NULL) continue;
        aside->freed[aside->freed_count++] = chunk;
        revive(chunk);
    }
    heap->count = kept;
    heap->next = heap->next_before;
    heap->used = heap->used_before;
    heap->asked = heap->freed = 0;
}

void heap_take_up(SimMemory *memory, HeapAside *aside) {
    Heap *heap = &memory->heap;
    size_t wanted = heap->count + aside->taken_count + 1;
    if (wanted > heap->capacity) {
        heap->at = memory_resize(heap->at, wanted, sizeof *heap->at);
        heap->capacity = wanted;
    }
    for (size_t i = 0; i < aside->taken_count; i++) heap->at[heap->count++] = aside->taken[i];
    for (size_t i = 0; i < aside->freed_count; i++) {
        bury(aside->freed[i]);
        aside->freed[i]->free_launch = memory->launch;
    }
    heap->next = aside->next;
    heap->used = aside->used;
    heap->asked = aside->asked;
    aside->taken_count = 0;
    heap_aside_free(aside);
}

void heap_aside_free(HeapAside *aside) {
    for (size_t i = 0; i < aside->taken_count; i++) drop_chunk(aside->taken[i]);
    free(aside->taken);
    free(aside->freed);
    *aside = (HeapAside){0};
}

void heap_free(Heap *heap) {
    for (size_t i = 0; i < heap->count; i++) drop_chunk(heap->at[i]);
    free(heap->at);
}

uint64_t sim_memory_heap_left(const SimMemory *memory, uint64_t *bytes) {
    const Heap *heap = &memory->heap;
    uint64_t pieces = 0;
    *bytes = 0;
    for (size_t i = 0; i < heap->count && heap->used > 0; i++) {
        if (heap->at[i]->span.freed) continue;
        pieces++;
        *bytes += heap->at[i]->bytes;
    }
    return pieces;
}

/* One warning for each malloc instruction, with how many of its chunks were not freed. Not an error: a later launch
 * could free them. */
void sim_heap_leaks(SimBlockMemory *block) {
    const Heap *heap = &block->memory->heap;
    uint64_t *left = memory_zeroed(block->layout->pc_count + 1, sizeof *left);
    for (size_t i = 0; i < heap->count; i++)
        if (!heap->at[i]->span.freed && heap_malloc_pc(block, heap->at[i]) < block->layout->pc_count)
            left[heap->at[i]->malloc_pc]++;
    for (size_t i = 0; i < heap->count; i++) {
        const Chunk *chunk = heap->at[i];
        if (chunk->span.freed || heap_malloc_pc(block, chunk) >= block->layout->pc_count || left[chunk->malloc_pc] == 0)
            continue;
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
