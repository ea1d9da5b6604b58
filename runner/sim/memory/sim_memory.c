/* Set-up: the address map, allocations, memory at the beginning of a block. See sim_memory.h. */
#include "sim/memory/sim_memory.h"
#include "sim/memory/causality.h"
#include "sim/memory/counter_row.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "sim/memory/recall.h"
#include "sim/memory/watch.h"

/* Bytes between allocations: an address out of bounds is still nearest to the allocation that was meant, which is
 * named. */
#define GUARD_GAP (UINT64_C(1) << 30)
enum { ALLOCATION_ALIGN = 256, HOST_ALIGN = 64, HUGE_PAGE = 2 << 20 };

SimMemory *sim_memory_new(void) {
    SimMemory *memory = memory_zeroed(1, sizeof *memory);
    memory->next_address = SIM_GLOBAL_BASE + GUARD_GAP;
    memory->heap.next = SIM_HEAP_BASE;
    return memory;
}

void host_free(HostBytes *host) {
    if (host->mapped != 0)
        munmap(host->base, host->mapped);
    else
        free(host->base);
    *host = (HostBytes){NULL, 0};
}

void sim_memory_free(SimMemory *memory) {
    if (memory == NULL) return;
    for (size_t i = 0; i < memory->global.count; i++) {
        host_free(&memory->host[i]);
        watch_free(memory->global.at[i].watch);
    }
    for (size_t i = 0; i < memory->heap.count; i++) {
        free(memory->heap.at[i]->span.host);
        watch_free(memory->heap.at[i]->span.watch);
        free(memory->heap.at[i]);
    }
    free(memory->heap.at);
    free(memory->host);
    free(memory->global.at);
    free(memory->constant_spans.at);
    free(memory->param_spans.at);
    free(memory->constant);
    free(memory->params);
    free(memory);
}

static uint64_t round_up(uint64_t size, uint64_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
}

/* Zeroed bytes. Large buffers ask for huge pages: a column of a matrix touches a page with every lane, and a launch
 * that begins with thousands of page faults spends more time on them than on its kernel. */
uint8_t *host_allocate(uint64_t size, HostBytes *host) {
    size_t align = size >= 2 * (uint64_t)HUGE_PAGE ? HUGE_PAGE : HOST_ALIGN;
    host->mapped = 0;
    host->base = MAP_FAILED;
    if (align == HUGE_PAGE) {
        host->mapped = size + align;
        host->base = mmap(NULL, host->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (host->base == MAP_FAILED) *host = (HostBytes){memory_zeroed(1, size + align), 0};
    uint8_t *bytes = (uint8_t *)host->base + (align - (uintptr_t)host->base % align) % align;
#ifdef MADV_HUGEPAGE
    if (host->mapped != 0) madvise(bytes, size, MADV_HUGEPAGE); /* only a hint to the kernel */
#endif
    return bytes;
}

/* Watching takes an owner of 4 bytes and two marks of 1 byte for each cell, which is an element of 1 or 2 bytes, else
 * 4. */
uint64_t sim_memory_cost(uint64_t size, uint32_t element, bool watched) {
    enum { OWNER_AND_MARKS = 6, WORD = 4 };
    uint64_t cell = element == 1 || element == 2 ? element : WORD;
    uint64_t most = UINT64_MAX / (2 * OWNER_AND_MARKS);
    if (size > most) return UINT64_MAX / 2; /* no sum of these overflows before it is compared */
    return size + (watched ? size / cell * OWNER_AND_MARKS : 0);
}

uint64_t sim_memory_allocate(SimMemory *memory, const char *name, uint64_t size, uint32_t element, uint8_t **host) {
    SpanList *list = &memory->global;
    memory->host = memory_resize(memory->host, list->count + 1, sizeof *memory->host);
    *host = host_allocate(size, &memory->host[list->count]);
    list->at = memory_resize(list->at, list->count + 1, sizeof *list->at);
    uint64_t address = memory->next_address;
    list->at[list->count++] =
        (Span){.name = name, .start = address, .size = size, .host = *host, .element = element, .space = PTX_GLOBAL};
    memory->next_address = round_up(address + size, ALLOCATION_ALIGN) + GUARD_GAP;
    return address;
}

/* Spans for regions of a space whose bytes lie at host (NULL in local memory); the whole space where there are none. */
static SpanList make_spans(const SimRegion *regions, size_t count, PtxSpace space, uint64_t size, uint8_t *host) {
    static const char *const whole[PTX_SPACE_COUNT] = {
        [PTX_CONST] = "constant memory", [PTX_LOCAL] = SPAN_LOCAL, [PTX_PARAM] = "the kernel's parameters"};
    bool named = regions != NULL && count != 0;
    SpanList list = {memory_zeroed(named ? count : 1, sizeof *list.at), named ? count : 0};
    for (size_t i = 0; i < list.count; i++)
        list.at[i] = (Span){.name = regions[i].name,
                            .start = regions[i].offset,
                            .size = regions[i].size,
                            .host = host == NULL ? NULL : host + regions[i].offset,
                            .element = regions[i].element,
                            .space = (uint8_t)space};
    if (!named && size != 0 && whole[space] != NULL)
        list.at[list.count++] = (Span){.name = whole[space], .size = size, .host = host, .space = (uint8_t)space};
    return list;
}

uint8_t *sim_memory_constant(SimMemory *memory, uint64_t size, const SimRegion *regions, size_t count) {
    free(memory->constant);
    free(memory->constant_spans.at);
    memory->constant = memory_zeroed(1, size + 1);
    memory->constant_spans = make_spans(regions, count, PTX_CONST, size, memory->constant);
    return memory->constant;
}

uint8_t *sim_memory_params(SimMemory *memory, uint64_t size) {
    free(memory->params);
    free(memory->param_spans.at);
    memory->params = memory_zeroed(1, size + 1);
    memory->param_spans = make_spans(NULL, 0, PTX_PARAM, size, memory->params);
    return memory->params;
}

const Span *span_find(const SpanList *list, uint64_t address) {
    size_t low = 0, high = list->count; /* the span that starts at or before address lies in [low, high) */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (list->at[middle].start <= address)
            low = middle;
        else
            high = middle;
    }
    if (high == low) return NULL;
    const Span *span = &list->at[low];
    return address >= span->start && address - span->start < span->size ? span : NULL;
}

static const Span *find_chunk(const Heap *heap, uint64_t address) {
    size_t low = 0, high = heap->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (heap->at[middle]->span.start <= address)
            low = middle;
        else
            high = middle;
    }
    if (high == low) return NULL;
    const Span *span = &heap->at[low]->span;
    return address >= span->start && address - span->start < span->size ? span : NULL;
}

const Span *find_span(const SimBlockMemory *block, PtxSpace space, uint64_t address) {
    switch (space) {
    case PTX_SHARED: return span_find(&block->shared_spans, address);
    case PTX_LOCAL: return span_find(&block->local_spans, address);
    case PTX_CONST: return span_find(&block->memory->constant_spans, address);
    case PTX_PARAM: return span_find(&block->memory->param_spans, address);
    case PTX_GLOBAL:
        if (address >= SIM_HEAP_BASE) return find_chunk(&block->memory->heap, address);
        return span_find(&block->memory->global, address);
    default: return NULL;
    }
}

uint64_t local_bytes(const SimLayout *layout) {
    return layout->local_used != 0 ? layout->local_used : layout->local_size;
}

SimBlockMemory *sim_block_memory_new(SimMemory *memory, const SimLayout *layout) {
    Arena *arena = arena_new();
    SimBlockMemory *block = arena_make(arena, SimBlockMemory);
    block->arena = arena;
    block->memory = memory;
    block->layout = layout;
    block->shared = arena_alloc(arena, layout->shared_size + 1, HOST_ALIGN);
    block->shared_spans =
        make_spans(layout->shared, layout->shared_count, PTX_SHARED, layout->shared_size, block->shared);
    block->local_spans = make_spans(NULL, 0, PTX_LOCAL, local_bytes(layout), NULL);
    block->local_words = (layout->local_size + 3) / 4;
    size_t warps = (layout->threads + WARP_SIZE - 1) / WARP_SIZE;
    block->local = arena_alloc_array(arena, block->local_words * WARP_SIZE * 4, warps, HOST_ALIGN);
    if (layout->poison_flip != 0) memset(block->local, layout->poison_flip, block->local_words * WARP_SIZE * 4 * warps);
    if (layout->races && layout->local_size != 0)
        block->local_written = arena_array(arena, uint8_t, block->local_words * WARP_SIZE * warps);
    block->last = arena_array(arena, const Span *, layout->pc_count);
    block->traits = arena_array(arena, uint8_t, (size_t)layout->pc_count + 1);
    block->counters = arena_array(arena, CounterRow, layout->pc_count);
    block->samples = arena_array(arena, Sample, layout->pc_count);
    block->recalls = arena_array(arena, Recall *, layout->pc_count);
    for (uint32_t pc = 0; pc < layout->pc_count; pc++) block->recalls[pc] = (Recall *)(uintptr_t)&recall_nothing;
    block->findings.at = arena_array(arena, FindingRecord, 2 * FINDINGS_PER_WORKER);
    race_set_up(block);
    return block;
}

void sim_block_memory_free(SimBlockMemory *block) {
    if (block == NULL) return;
    free(block->shared_spans.at);
    free(block->local_spans.at);
    for (size_t i = 0; i < STRINGS_KEPT; i++) free(block->strings[i]);
    causality_free(block);
    race_free(block);
    copies_free(block);
    blocks_free(block);
    arena_free(block->arena);
}

static void zero_local(SimBlockMemory *block) {
    size_t warps = (block->layout->threads + WARP_SIZE - 1) / WARP_SIZE;
    size_t warp_bytes = block->local_words * WARP_SIZE * 4;
    size_t dirty = (block->local_dirty + 3) / 4 * WARP_SIZE * 4;
    for (size_t warp = 0; warp < warps && dirty != 0; warp++) {
        memset(block->local + warp * warp_bytes, block->layout->poison_flip, dirty);
        if (block->local_written != NULL) memset(block->local_written + warp * warp_bytes / 4, 0, dirty / 4);
    }
    block->local_dirty = 0;
}

void sim_block_begin(SimBlockMemory *block, uint64_t number, const uint32_t index[3]) {
    global_flush(block);
    block->number = number;
    memcpy(block->index, index, sizeof block->index);
    block->findings.sequence = 0;
    memset(block->shared, POISON ^ block->layout->poison_flip, block->layout->shared_size);
    zero_local(block);
    copies_block_begin(block);
    race_block_begin(block);
    blocks_begin(block);
    causality_block_begin(block);
}

void sim_block_barrier(SimBlockMemory *block) {
    race_block_barrier(block);
    causality_barrier(block);
}

uint64_t sim_synchronising_accesses(const SimBlockMemory *block) {
    return block->synchronising_accesses;
}

void sim_barrier_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    causality_arrive(block, number, warp, lanes);
}

void sim_barrier_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting, bool everyone) {
    causality_open(block, number, everyone ? NULL : waiting);
    if (everyone) sim_block_barrier(block);
}

void sim_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    uint32_t threads = block->layout->threads - warp * WARP_SIZE, all = ALL_LANES;
    if (threads < WARP_SIZE) all >>= WARP_SIZE - threads;
    bool whole = (lanes & all) == all || !block->layout->point_to_point;
    if (whole) race_warp_barrier(block, warp);
    causality_warp_barrier(block, warp, lanes, whole);
}

/* Copies one thread's bytes out of the interleaved local memory. */
static void read_local(const SimBlockMemory *block, uint32_t thread, uint64_t offset, uint8_t *bytes, uint64_t size) {
    const uint8_t *warp = block->local + thread / WARP_SIZE * block->local_words * WARP_SIZE * 4;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t word = (offset + i) / 4;
        bytes[i] = warp[(word * WARP_SIZE + thread % WARP_SIZE) * 4 + (offset + i) % 4];
    }
}

bool sim_read_bytes(SimBlockMemory *block, uint32_t thread, uint64_t generic, void *bytes, uint64_t size) {
    uint64_t address = generic;
    PtxSpace space = generic_space(&address);
    const Span *span = find_span(block, space, address);
    if (span == NULL || span->size - (address - span->start) < size) return false;
    if (space == PTX_LOCAL)
        read_local(block, thread, address, bytes, size);
    else
        memcpy(bytes, span->host + (address - span->start), size);
    return true;
}

const char *sim_read_string(SimBlockMemory *block, uint32_t thread, uint64_t generic, size_t limit) {
    uint64_t address = generic;
    PtxSpace space = generic_space(&address);
    const Span *span = find_span(block, space, address);
    if (span == NULL) return NULL;
    uint64_t offset = address - span->start, left = span->size - offset;
    if (left > limit) left = limit;
    if (space != PTX_LOCAL) return memchr(span->host + offset, 0, left) != NULL ? (char *)span->host + offset : NULL;
    char **copy = &block->strings[block->next_string++ % STRINGS_KEPT];
    *copy = memory_resize(*copy, left, 1);
    read_local(block, thread, address, (uint8_t *)*copy, left);
    return memchr(*copy, 0, left) != NULL ? *copy : NULL;
}
