/* Allocations in global memory, and the banks of constant memory: where their bytes lie, and which addresses they
 * have. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/space/share.h"

/* After the first ones the gap between allocations is smaller, so that addresses do not run out. */
#define LATER_GAP (UINT64_C(1) << 24)
#define LAST_GAP (UINT64_C(1) << 16)
enum { ALLOCATION_ALIGN = 4096, WIDE_GAPS = 512, LATER_GAPS = 1 << 16 };

/* Records of released allocations that are kept, to report a use after release as such. */
enum { RELEASED_KEPT = 1 << 14 };

static uint64_t round_up(uint64_t size, uint64_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
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

/* Bytes from the region, or from the host where there is none; NULL: the region is full. */
static uint8_t *take_bytes(SimMemory *memory, uint64_t size, HostBytes *host) {
    *host = (HostBytes){0};
    return memory->region.base != NULL ? region_take(&memory->region, size) : host_allocate(size, host);
}

static bool has_addresses(const SimMemory *memory, uint64_t size) {
    uint64_t left = SIM_HEAP_BASE - memory->next_address;
    return size < left && left - size > 2 * SIM_GUARD_GAP;
}

static uint64_t gap_after(const SimMemory *memory) {
    return memory->given < WIDE_GAPS ? SIM_GUARD_GAP : memory->given < LATER_GAPS ? LATER_GAP : LAST_GAP;
}

/* host: the allocation's bytes; behind: what has to be freed of them. */
static uint64_t add_allocation(SimMemory *memory, const char *name, uint64_t size, uint32_t element, uint8_t *host,
                               HostBytes behind) {
    SpanList *list = &memory->global;
    uint64_t address = memory->next_address, gap = gap_after(memory);
    memory->allocation = memory_resize(memory->allocation, list->count + 1, sizeof *memory->allocation);
    memory->allocation[list->count] = (Allocation){.host = behind, .bytes = size};
    list->at = memory_resize(list->at, list->count + 1, sizeof *list->at);
    list->at[list->count++] = (Span){.name = name,
                                     .start = address,
                                     .size = size,
                                     .host = host,
                                     .element = element,
                                     .space = PTX_GLOBAL,
                                     .pieces = size > UNDO_PIECE ? memory_zeroed(size / UNDO_PIECE + 1, 1) : NULL};
    memory->given++;
    memory->next_address = round_up(address + size, ALLOCATION_ALIGN) + gap;
    return address;
}

uint64_t sim_memory_allocate(SimMemory *memory, const char *name, uint64_t size, uint32_t element, uint8_t **host) {
    HostBytes behind;
    if (!has_addresses(memory, size)) return 0;
    *host = take_bytes(memory, size, &behind);
    return *host != NULL ? add_allocation(memory, name, size, element, *host, behind) : 0;
}

uint64_t sim_memory_adopt(SimMemory *memory, const char *name, uint64_t size, uint32_t element, void *bytes) {
    if (size < SIM_ADOPTED_BYTES || (uintptr_t)bytes % HOST_ALIGN != 0 || !has_addresses(memory, size)) return 0;
    uint64_t address = add_allocation(memory, name, size, element, bytes, (HostBytes){0});
    memory->allocation[memory->global.count - 1].adopted = true;
    return address;
}

static void free_span(SimMemory *memory, size_t index) {
    Span *span = &memory->global.at[index];
    if (memory->allocation[index].host.base != NULL)
        host_free(&memory->allocation[index].host);
    else if (span->host != NULL && !memory->allocation[index].adopted)
        region_give(&memory->region, span->host, span->size);
    free(span->pieces);
    defined_free(&span->defined);
    defined_free(&span->defined_next);
    defined_free(&span->stored);
}

void allocations_free(SimMemory *memory) {
    for (size_t i = 0; i < memory->global.count; i++) free_span(memory, i);
    for (size_t i = 0; i < memory->bank_count; i++) host_free(&memory->banks[i]);
    region_close(&memory->region);
    free(memory->banks);
    free(memory->allocation);
    free(memory->global.at);
    free(memory->constant_spans.at);
}

/* The index of the allocation that begins at or before address; SIZE_MAX: none. */
static size_t index_before(const SimMemory *memory, uint64_t address) {
    size_t low = 0, high = memory->global.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (memory->global.at[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low - 1;
}

const Span *released_span(const SimMemory *memory, uint64_t address) {
    size_t index = index_before(memory, address);
    if (index == SIZE_MAX || !memory->global.at[index].freed) return NULL;
    bool inside = address - memory->global.at[index].start < memory->allocation[index].bytes;
    return inside ? &memory->global.at[index] : NULL;
}

static size_t index_at(const SimMemory *memory, uint64_t address) {
    size_t index = index_before(memory, address);
    return index != SIZE_MAX && memory->global.at[index].start == address ? index : SIZE_MAX;
}

void sim_memory_lend(SimMemory *memory, uint64_t address) {
    memory->global.at[index_at(memory, address)].lent = true; /* access.c and recall.c write to no such span */
}

bool sim_memory_lent_written(const SimMemory *memory) {
    return memory->lent_written;
}

void sim_memory_copy_lent(SimMemory *memory, size_t threads) {
    for (size_t i = 0; i < memory->global.count; i++) {
        Span *span = &memory->global.at[i];
        if (!span->lent) continue;
        span->original = span->host;
        span->host = host_allocate(span->size, &memory->allocation[i].host);
        sim_copy(span->host, span->original, span->size, threads);
        span->lent = false;
    }
    memory->lent_written = false;
}

void sim_memory_is_variable(SimMemory *memory, uint64_t address) {
    memory->allocation[index_at(memory, address)].variable = true;
}

void sim_memory_is_from(SimMemory *memory, uint64_t address, Loc loc) {
    memory->allocation[index_at(memory, address)].loc = loc;
}

void sim_memory_counts_stored(SimMemory *memory, uint64_t address) {
    memory->global.at[index_at(memory, address)].counts_stored = true;
}

void sim_memory_is_scratch(SimMemory *memory, uint64_t address) {
    memory->global.at[index_at(memory, address)].scratch = true;
}

void sim_memory_is_kept_at(SimMemory *memory, uint64_t address, const void *bytes) {
    memory->global.at[index_at(memory, address)].original = bytes;
}

/* Forgets the allocations that were released first. */
static void forget_released(SimMemory *memory) {
    size_t kept = 0, drop = RELEASED_KEPT / 2;
    for (size_t i = 0; i < memory->global.count; i++) {
        if (memory->global.at[i].freed && drop != 0) {
            drop--;
            memory->released--;
            continue;
        }
        memory->global.at[kept] = memory->global.at[i];
        memory->allocation[kept++] = memory->allocation[i];
    }
    memory->global.count = kept;
}

bool sim_memory_release(SimMemory *memory, uint64_t address) {
    size_t index = index_at(memory, address);
    if (index == SIZE_MAX || memory->global.at[index].freed || memory->allocation[index].variable) return false;
    Span *span = &memory->global.at[index];
    free_span(memory, index);
    *span =
        (Span){.name = span->name, .start = span->start, .element = span->element, .space = PTX_GLOBAL, .freed = true};
    memory->allocation[index].host = (HostBytes){0};
    if (++memory->released > RELEASED_KEPT) forget_released(memory);
    return true;
}

/* ---- what is allocated ------------------------------------------------------------------------------------------- */

size_t sim_memory_count(const SimMemory *memory) {
    return memory->global.count;
}

SimAllocated sim_memory_at(const SimMemory *memory, size_t index) {
    const Span *span = &memory->global.at[index];
    const Allocation *allocation = &memory->allocation[index];
    return (SimAllocated){.name = span->name,
                          .address = span->start,
                          .size = allocation->bytes,
                          .bytes = span->host,
                          .loc = allocation->loc,
                          .variable = allocation->variable};
}

bool sim_memory_find(const SimMemory *memory, uint64_t address, SimAllocated *found) {
    uint64_t within = address;
    if (generic_space(&within) == PTX_CONST) {
        const Span *span = span_find(&memory->constant_spans, within);
        if (span == NULL) return false;
        *found = (SimAllocated){.name = span->name,
                                .address = SIM_CONST_BASE + span->start,
                                .size = span->size,
                                .bytes = span->host,
                                .variable = true};
        return true;
    }
    size_t index = index_before(memory, address);
    if (index == SIZE_MAX) return false;
    *found = sim_memory_at(memory, index);
    return address - found->address < found->size || address == found->address;
}

static Span *span_at(const SimMemory *memory, uint64_t address) {
    const Span *span = span_find(&memory->global, address);
    return span != NULL ? &memory->global.at[span - memory->global.at] : NULL;
}

void sim_memory_define(SimMemory *memory, uint64_t address, uint64_t size, bool defined) {
    Span *span = span_at(memory, address);
    if (span == NULL) return;
    uint64_t at = address - span->start, most = span->size - at;
    if (defined)
        defined_set(&span->defined, span->size, at, size < most ? size : most);
    else
        defined_clear(&span->defined, span->size, at, size < most ? size : most);
}

uint64_t sim_memory_first_undefined(const SimMemory *memory, uint64_t address, uint64_t size) {
    const Span *span = span_at(memory, address);
    if (span == NULL) return size;
    uint64_t at = address - span->start, most = span->size - at;
    if (size > most) size = most;
    return defined_first_unset(&span->defined, at, size);
}

uint64_t sim_memory_stored(const SimMemory *memory, uint64_t address) {
    const Span *span = span_at(memory, address);
    return span != NULL ? defined_count(&span->stored, span->size) : 0;
}

bool sim_memory_all_defined(const SimMemory *memory) {
    bool all = true;
    for (size_t i = 0; i < memory->global.count && all; i++)
        all = memory->global.at[i].freed || !memory->global.at[i].watched || memory->global.at[i].defined.all;
    return all;
}

bool sim_memory_heap_used(const SimMemory *memory) {
    return memory->heap.used != 0;
}

/* ---- constant memory and parameters ------------------------------------------------------------------------------ */

uint64_t sim_memory_next_bank(const SimMemory *memory) {
    return memory->bank_count * SIM_BANK_BYTES;
}

uint8_t *sim_memory_constant(SimMemory *memory, uint64_t size, const SimRegion *regions, size_t count) {
    uint64_t base = sim_memory_next_bank(memory);
    HostBytes host;
    uint8_t *bytes = take_bytes(memory, size + 1, &host);
    if (bytes == NULL) return NULL;
    memory->banks = memory_resize(memory->banks, memory->bank_count + 1, sizeof *memory->banks);
    memory->banks[memory->bank_count++] = host;
    SpanList bank = span_list_make(regions, count, PTX_CONST, size, bytes), *all = &memory->constant_spans;
    all->at = memory_resize(all->at, all->count + bank.count + 1, sizeof *all->at);
    for (size_t i = 0; i < bank.count; i++) {
        all->at[all->count] = bank.at[i];
        all->at[all->count++].start += base;
    }
    free(bank.at);
    return bytes;
}
