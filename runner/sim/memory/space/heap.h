/* malloc and free in kernels. */
#ifndef WARPSCHOOL_SIM_HEAP_H
#define WARPSCHOOL_SIM_HEAP_H

#include "sim/memory/space/spans.h"

typedef struct SimMemory SimMemory;

/* Global addresses from here on are the device heap's. */
#define SIM_HEAP_BASE (SIM_GLOBAL_BASE + (UINT64_C(1) << 45))

/* What one call of malloc in a kernel returned, kept after it was freed. */
typedef struct Chunk {
    Span span;
    uint64_t bytes; /* as asked for, also after it was freed */
    uint32_t malloc_pc, free_pc, thread;
    uint64_t block; /* the block that called malloc; thread: within it */
    /* the launch that called malloc, and the one that called free: only in that launch do malloc_pc and free_pc number
     * its instructions */
    uint64_t launch, free_launch;
    uint8_t *freed_host; /* the bytes of a chunk that this launch freed and an earlier one took; else NULL */
} Chunk;

typedef struct Heap {
    Chunk **at; /* by ascending address; each allocated by itself, so that pointers to it stay valid */
    size_t count, capacity, freed;
    /* the address of the next chunk: addresses are never reused, so that every use after free is seen */
    uint64_t next;
    uint64_t limit; /* cudaLimitMallocHeapSize */
    uint64_t used;  /* bytes */
    uint64_t asked; /* bytes asked for by all calls of the launch so far, plus a fixed cost for each call */
    uint64_t next_before, used_before; /* when the launch began */
} Heap;

/* What a launch did to the heap, taken back for a while. */
typedef struct HeapAside {
    Chunk **taken, **freed; /* chunks that it took; earlier ones that it freed */
    size_t taken_count, freed_count;
    uint64_t next, used, asked;
} HeapAside;

/* heap.c. heap_set_aside: takes back what the launch did; heap_take_up: does it again; heap_aside_free: drops it. */
void heap_launch_begin(SimMemory *memory);
void heap_launch_end(SimMemory *memory);
void heap_set_aside(SimMemory *memory, HeapAside *aside);
void heap_take_up(SimMemory *memory, HeapAside *aside);
void heap_aside_free(HeapAside *aside);
void heap_free(Heap *heap);

#endif
