/* The records of allocations in global memory: made when an attempt first accesses one, dropped before the next
 * attempt. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/watched.h"

static int shift_of(uint32_t element) {
    return element == 1 || element == 2 ? (int)element - 1 : 2;
}

static void add_marks(Watch *watch, MarkKind kind) {
    watch->mark[kind] = host_allocate(watch->cells, &watch->host[kind]);
}

Watch *watch_new(uint64_t size, uint32_t element, bool written, bool initialised) {
    Watch *watch = memory_zeroed(1, sizeof *watch);
    watch->shift = shift_of(element);
    watch->cells = (size_t)((size >> watch->shift) + 1);
    if (watch->cells > MARKS_TOGETHER) watch->cells = (watch->cells / MARKS_TOGETHER + 1) * MARKS_TOGETHER;
    watch->initialised = initialised;
    watch->touched = memory_zeroed(watch->cells / MARKS_TOGETHER + 2, 1);
    watch->owner = (uint32_t *)(void *)host_allocate(watch->cells * sizeof *watch->owner, &watch->owner_host);
    for (int kind = 0; kind < MARK_UPDATED_NARROW && written; kind++) add_marks(watch, (MarkKind)kind);
    return watch;
}

void watch_free(Watch *watch) {
    if (watch == NULL) return;
    exact_free(watch);
    for (int kind = 0; kind < MARK_COUNT; kind++) host_free(&watch->host[kind]);
    free(watch->touched);
    host_free(&watch->owner_host);
    host_free(&watch->row_host);
    host_free(&watch->reader_host);
    free(watch);
}

void sim_memory_watch(SimMemory *memory, uint64_t address, bool written, bool initialised) {
    const Span *found = span_find(&memory->global, address);
    if (found == NULL) return;
    Span *span = &memory->global.at[found - memory->global.at];
    span->watched = true;
    span->input = !written;
    defined_free(&span->defined);
    span->defined.all = initialised;
}

static void drop_watch(Span *span) {
    if (span->watch != NULL && span->watch->narrow) span->bytewise = true;
    watch_free(span->watch);
    span->watch = NULL;
}

static void watch_at_level(SimMemory *memory, const uint8_t *candidates, WatchLevel level) {
    uint8_t *copy = candidates != NULL ? memory_zeroed(memory->global.count + 1, 1) : NULL;
    if (copy != NULL) memcpy(copy, candidates, memory->global.count);
    free(memory->candidates);
    memory->candidates = copy;
    memory->level = (uint8_t)level;
    for (size_t i = 0; i < memory->global.count; i++) drop_watch(&memory->global.at[i]);
    for (size_t i = 0; i < memory->heap.count; i++) drop_watch(&memory->heap.at[i]->span);
}

void sim_memory_mixed_sizes(SimMemory *memory, bool mixed) {
    memory->mixed_sizes = mixed;
}

void sim_memory_watch_threads(SimMemory *memory) {
    watch_at_level(memory, NULL, WATCH_THREADS);
}

void sim_memory_watch_blocks(SimMemory *memory, const uint8_t *candidates) {
    watch_at_level(memory, candidates, WATCH_BLOCKS);
}

void sim_memory_watch_exactly(SimMemory *memory, const uint8_t *candidates) {
    watch_at_level(memory, candidates, WATCH_EXACT);
}

/* The second attempt watches by blocks what is written or a candidate; in the third, candidates are watched exactly. */
static Watch *watch_of(const SimMemory *memory, const Span *span) {
    size_t number = (size_t)(span - memory->global.at);
    uint8_t candidate = memory->candidates != NULL ? memory->candidates[number] : 0;
    bool closer = memory->level != WATCH_THREADS && (candidate != 0 || !span->input);
    uint32_t element = candidate == WATCH_BYTES || span->bytewise ? 1 : span->element;
    Watch *watch = watch_new(span->size, element, closer || !span->input, span->defined.all);
    if (memory->mixed_sizes && watch->mark[MARK_UPDATED] != NULL) {
        add_marks(watch, MARK_UPDATED_NARROW);
        add_marks(watch, MARK_UPDATED_WIDE);
    }
    if (!closer) {
        size_t rows = watch->cells / WARP_SIZE + 1;
        watch->row = (uint32_t *)(void *)host_allocate(rows * sizeof *watch->row, &watch->row_host);
        return watch;
    }
    watch->level = memory->level == WATCH_EXACT && candidate != 0 ? WATCH_EXACT : WATCH_BLOCKS;
    if (watch->level == WATCH_EXACT) return watch;
    watch->number = number;
    watch->reader = (uint32_t *)(void *)host_allocate(watch->cells * sizeof *watch->reader, &watch->reader_host);
    return watch;
}

Watch *watch_chunk(uint64_t size) {
    Watch *watch = watch_new(size, 1, true, false);
    watch->level = WATCH_EXACT;
    return watch;
}

void watch_make(SimMemory *memory, Span *span) {
    pthread_mutex_lock(&memory->lock);
    if (span->watch == NULL) {
        Watch *watch = span->start >= SIM_HEAP_BASE ? watch_chunk(span->size) : watch_of(memory, span);
        if (span->start >= SIM_HEAP_BASE) watch->initialised = span->defined.all;
        __atomic_store_n(&span->watch, watch, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&memory->lock);
}
