/* Spans: the variables and allocations of an address space, and which of them holds an address. */
#include "base/memory.h"
#include "sim/memory/block_memory.h"

SpanList span_list_make(const SimRegion *regions, size_t count, PtxSpace space, uint64_t size, uint8_t *host) {
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
