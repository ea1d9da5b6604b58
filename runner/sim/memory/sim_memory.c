/* Set-up: the address map, allocations, memory at the beginning of a block. See sim_memory.h. */
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/races/causality.h"
#include "sim/memory/races/causality_graph.h"
#include "sim/memory/sim_block_memory.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/counts/recording.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/race.h"
#include "sim/memory/races/watched.h"
#include "sim/memory/recall.h"

#define HEAP_LIMIT (UINT64_C(8) << 20) /* cudaLimitMallocHeapSize, by default */

SimMemory *sim_memory_new(void) {
    SimMemory *memory = memory_zeroed(1, sizeof *memory);
    memory->next_address = SIM_GLOBAL_BASE + SIM_GUARD_GAP;
    memory->heap.next = SIM_HEAP_BASE;
    memory->heap.limit = HEAP_LIMIT;
    memory->launch = 1;
    pthread_mutex_init(&memory->lock, NULL);
    for (size_t i = 0; i < UNDO_LOCKS; i++) pthread_mutex_init(&memory->keeping[i], NULL);
    return memory;
}

void sim_memory_free(SimMemory *memory) {
    if (memory == NULL) return;
    undo_forget(&memory->undo);
    for (size_t i = 0; i < memory->global.count; i++) watch_free(memory->global.at[i].watch);
    allocations_free(memory);
    heap_free(&memory->heap);
    free(memory->candidates);
    free(memory->param_spans.at);
    free(memory->params);
    pthread_mutex_destroy(&memory->lock);
    for (size_t i = 0; i < UNDO_LOCKS; i++) pthread_mutex_destroy(&memory->keeping[i]);
    free(memory);
}

void sim_memory_use_region(SimMemory *memory, void *base, uint64_t size) {
    region_open(&memory->region, base, size);
}

void sim_memory_limit_heap(SimMemory *memory, uint64_t bytes) {
    memory->heap.limit = bytes;
}

uint8_t *sim_memory_params(SimMemory *memory, uint64_t size) {
    free(memory->params);
    free(memory->param_spans.at);
    memory->params = memory_zeroed(1, size + 1);
    memory->param_spans = span_list_make(NULL, 0, PTX_PARAM, size, memory->params);
    return memory->params;
}

/* Local memory of a warp lies word by word, of each word the lanes one after the other. */
static void fill_local(SimBlockMemory *block, size_t warp, size_t words) {
    uint8_t *to = block->local + warp * block->local_words * WARP_SIZE * 4;
    for (size_t i = 0; i < words * WARP_SIZE * 4; i++) {
        size_t word = i / (WARP_SIZE * 4), lane = i / 4 % WARP_SIZE;
        to[i] = undefined_byte(block->layout->undefined, word * 4 + i % 4, warp * WARP_SIZE + lane, 0);
    }
}

SimBlockMemory *sim_block_memory_new(SimMemory *memory, const SimLayout *layout) {
    Arena *arena = arena_new();
    SimBlockMemory *block = arena_make(arena, SimBlockMemory);
    block->arena = arena;
    block->memory = memory;
    block->layout = layout;
    block->shared = arena_alloc(arena, layout->shared_size + 1, HOST_ALIGN);
    block->shared_spans =
        span_list_make(layout->shared, layout->shared_count, PTX_SHARED, layout->shared_size, block->shared);
    block->local_spans = span_list_make(NULL, 0, PTX_LOCAL, local_bytes(layout), NULL);
    block->local_words = (layout->local_size + 3) / 4;
    size_t warps = (layout->threads + WARP_SIZE - 1) / WARP_SIZE;
    block->local = arena_alloc_array(arena, block->local_words * WARP_SIZE * 4, warps, HOST_ALIGN);
    for (size_t warp = 0; warp < warps && layout->undefined.repeats; warp++)
        fill_local(block, warp, block->local_words);
    if (layout->races && layout->local_size != 0)
        block->local_written = arena_array(arena, uint8_t, block->local_words * WARP_SIZE * warps);
    block->last = arena_array(arena, const Span *, layout->pc_count);
    block->traits = arena_array(arena, uint16_t, (size_t)layout->pc_count + 1);
    block->counters = arena_array(arena, CounterRow, layout->pc_count);
    block->samples = arena_array(arena, Sample, layout->pc_count);
    block->recalls = arena_array(arena, Recall *, layout->pc_count);
    for (uint32_t pc = 0; pc < layout->pc_count; pc++) block->recalls[pc] = (Recall *)(uintptr_t)&recall_nothing;
    block->recorder = recording_new(block);
    if (layout->owners) {
        block->owners = arena_array(arena, uint16_t, layout->shared_size + 1);
        block->unread = arena_array(arena, uint8_t, layout->shared_size + 1);
        block->stored = arena_array(arena, uint8_t, layout->shared_size + 1);
    }
    if (layout->sums) block->sums = arena_array(arena, uint64_t, layout->pc_count);
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
        if (block->layout->undefined.repeats)
            fill_local(block, warp, dirty / (WARP_SIZE * 4));
        else
            memset(block->local + warp * warp_bytes, 0, dirty);
        if (block->local_written != NULL) memset(block->local_written + warp * warp_bytes / 4, 0, dirty / 4);
    }
    block->local_dirty = 0;
}

void sim_block_begin(SimBlockMemory *block, uint64_t number, const uint32_t index[3]) {
    global_flush(block);
    block->number = number;
    memcpy(block->index, index, sizeof block->index);
    block->findings.sequence = 0;
    if (block->recorder != NULL) recording_block_begin(block);
    if (block->owners != NULL) owners_block_begin(block);
    undefined_fill(block->layout->undefined, block->shared, block->layout->shared_size, 0, POISON);
    zero_local(block);
    copies_block_begin(block);
    race_block_begin(block);
    blocks_begin(block);
    causality_block_begin(block);
}

void sim_block_switch(SimBlockMemory *from, SimBlockMemory *to) {
    if (from == to) return;
    causality_hand_over(from, to);
    race_settle(to);           /* as long as its time is that of its reads */
    to->traits = from->traits; /* of instructions, by which another block's accesses are judged */
    to->races.now = from->races.now;
    race_next_time(to);
}

void sim_block_barrier(SimBlockMemory *block) {
    race_block_barrier(block);
    causality_barrier(block);
}

bool sim_thread_wrote(const SimBlockMemory *block, PtxSpace space, uint64_t address, uint32_t thread) {
    return space == PTX_SHARED   ? race_wrote(block, address, thread)
           : space == PTX_GLOBAL ? global_wrote(block, address, thread)
                                 : false;
}

bool sim_judges_reads(const SimBlockMemory *block) {
    return block->layout->races;
}

uint64_t sim_synchronising_accesses(const SimBlockMemory *block) {
    return block->synchronising_accesses;
}

void sim_barrier_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    causality_arrive(block, number, warp, lanes);
}

int sim_barrier_unordered(const SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    return causality_unordered_arrival(block, number, warp, lanes);
}

void sim_barrier_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting, bool everyone, uint32_t pc) {
    causality_open(block, number, everyone ? NULL : waiting);
    if (!everyone) return;
    sim_block_barrier(block);
    block->races.barrier_pc = pc;
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
    char **copy = &block->strings[block->next_string++ % STRINGS_KEPT];
    if (space != PTX_LOCAL) {
        /* A program's host code may write there meanwhile: what is returned must end all the same. */
        size_t size = strnlen((const char *)span->host + offset, left);
        if (size == left) return NULL;
        *copy = memory_resize(*copy, size + 1, 1);
        memcpy(*copy, span->host + offset, size);
        (*copy)[size] = '\0';
        return *copy;
    }
    *copy = memory_resize(*copy, left, 1);
    read_local(block, thread, address, (uint8_t *)*copy, left);
    return memchr(*copy, 0, left) != NULL ? *copy : NULL;
}
