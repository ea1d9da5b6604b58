/* Messages about addresses out of bounds: the variable that was probably meant, the element, and how far outside the
 * address lies.
 *
 * The variable is the one that the address was computed from, where the instruction says so, however far off the
 * address lies; else that of the other lanes of the request, because they mostly index the same array; where no lane's
 * address lies in a variable, the nearest one that is no farther than NEAR. Beyond that any variable may have been
 * meant, and the message names the address and none. None of this depends on what ran before. */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/local_names.h"

typedef struct Where {
    const Span *span;
    int64_t offset; /* from the span's start */
} Where;

const char *at_line(const SimBlockMemory *block, uint32_t pc, char buffer[32]) {
    buffer[0] = 0;
    if (pc < block->layout->pc_count && block->layout->pc_loc[pc].line > 0)
        snprintf(buffer, 32, " at line %d", block->layout->pc_loc[pc].line);
    return buffer;
}

static const SpanList *spans_of(const SimBlockMemory *block, PtxSpace space) {
    switch (space) {
    case PTX_SHARED: return &block->shared_spans;
    case PTX_LOCAL: return &block->local_spans;
    case PTX_CONST: return &block->memory->constant_spans;
    case PTX_PARAM: return &block->memory->param_spans;
    default: return &block->memory->global;
    }
}

/* Offsets in the small spaces are 32 bits wide in PTX: tile[-1] arrives as 2^32 - 4. */
static int64_t signed_address(PtxSpace space, uint64_t address) {
    return space == PTX_GLOBAL ? (int64_t)address : (int64_t)(int32_t)(uint32_t)address;
}

/* Bytes between the address and the span; 0 inside. */
static uint64_t distance_to(const Span *span, int64_t address) {
    int64_t start = (int64_t)span->start, end = start + (int64_t)span->size;
    if (address < start) return (uint64_t)start - (uint64_t)address;
    return address < end ? 0 : (uint64_t)address - (uint64_t)end + 1;
}

static const Span *nearer(const Span *nearest, const Span *span, int64_t address) {
    return nearest == NULL || distance_to(span, address) < distance_to(nearest, address) ? span : nearest;
}

static const Span *nearest_span(const SimBlockMemory *block, PtxSpace space, int64_t address) {
    const SpanList *list = spans_of(block, space);
    const Span *nearest = NULL;
    for (size_t i = 0; i < list->count; i++) nearest = nearer(nearest, &list->at[i], address);
    const Heap *heap = &block->memory->heap;
    for (size_t i = 0; space == PTX_GLOBAL && i < heap->count; i++)
        nearest = nearer(nearest, &heap->at[i]->span, address);
    return nearest;
}

static const Span *span_of_other_lanes(const SimBlockMemory *block, const Request *request) {
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        const Span *span = find_span(block, (PtxSpace)request->space, request->address[__builtin_ctz(left)]);
        if (span != NULL) return span;
    }
    return NULL;
}

/* Bytes: where nothing says which variable was meant, one that is farther away from the address is not named. The first
 * 512 allocations lie 1 GiB apart (space/allocations.h), so that one in 500 of all addresses lies so near to one. */
enum { NEAR = 1 << 20 };

/* The span of dynamic shared memory, which is empty where the launch gave none; NULL where there is none. */
static const Span *dynamic_span(const SimBlockMemory *block, PtxSpace space) {
    const SpanList *list = &block->shared_spans;
    if (space != PTX_SHARED || list->count == 0) return NULL;
    const Span *last = &list->at[list->count - 1];
    return last->start == block->layout->dynamic_offset ? last : NULL;
}

/* The allocation that the kernel's pointer lies in; NULL: it is no pointer. */
static const Span *span_of_param(const SimBlockMemory *block, uint32_t at) {
    const SpanList *params = &block->memory->param_spans;
    uint64_t pointer;
    if (params->count == 0 || at + sizeof pointer > params->at[0].size) return NULL;
    memcpy(&pointer, block->memory->params + at, sizeof pointer);
    return find_span(block, PTX_GLOBAL, pointer);
}

/* The variable that the address was computed from; NULL: that is not known. */
static const Span *span_of_origin(const SimBlockMemory *block, const SimAccess *access, PtxSpace space) {
    if (space == PTX_SHARED && access->has_variable) return find_span(block, space, access->variable_start);
    if (space == PTX_GLOBAL && access->pointer != 0) return find_span(block, space, access->pointer);
    if (space == PTX_GLOBAL && access->pointer_param != 0) return span_of_param(block, access->pointer_param - 1);
    return NULL;
}

/* The nearest variable, where it is near, or the only one of its space. */
static const Span *near_span(const SimBlockMemory *block, PtxSpace space, int64_t address) {
    const Span *span = nearest_span(block, space, address);
    bool only = space != PTX_GLOBAL && spans_of(block, space)->count == 1;
    return span != NULL && (only || distance_to(span, address) <= NEAR) ? span : NULL;
}

static Where find_where(const SimBlockMemory *block, const Request *request, int lane) {
    PtxSpace space = (PtxSpace)request->space;
    int64_t address = signed_address(space, request->address[lane]);
    const Span *span = span_of_origin(block, request->access, space), *dynamic = dynamic_span(block, space);
    if (span == NULL && space == PTX_GLOBAL) span = released_span(block->memory, request->address[lane]);
    if (span == NULL) span = span_of_other_lanes(block, request);
    if (span == NULL && dynamic != NULL && dynamic->size == 0 && address >= (int64_t)dynamic->start) span = dynamic;
    if (span == NULL) span = near_span(block, space, address);
    return span == NULL ? (Where){NULL, address} : (Where){span, (int64_t)((uint64_t)address - span->start)};
}

/* Bytes of an element to count in; 0: count bytes. */
static uint32_t element_of(const Span *span, int width) {
    return span->element == SIM_ELEMENT_OF_ACCESS ? (uint32_t)width : span->element;
}

Span fault_local_span(const SimBlockMemory *block, uint32_t pc, int width) {
    const SimLayout *layout = block->layout;
    Span span = {.name = SPAN_LOCAL, .size = local_bytes(layout), .space = PTX_LOCAL};
    Loc loc = pc < layout->pc_count ? layout->pc_loc[pc] : (Loc){0};
    LocalName name = local_name(block->arena, layout->source, loc.line);
    if (name.text == NULL) return span;
    span.name = name.text;
    if (name.count != 0 && name.count * (uint64_t)width == span.size) span.element = SIM_ELEMENT_OF_ACCESS;
    return span;
}

/* "element 1056 of `tile`, which has 1056 elements: one past its end" */
static void describe(char buffer[FAULT_TEXT], const Where *where, int width) {
    const Span *span = where->span;
    uint32_t element = element_of(span, width);
    bool elements = element != 0 && where->offset % element == 0 && span->size % element == 0;
    int64_t unit = elements ? element : 1;
    const char *name = elements ? "element" : "byte";
    int64_t index = where->offset / unit, count = (int64_t)span->size / unit;
    char far[64];
    if (index < 0)
        snprintf(far, sizeof far, "%llu before its start", (unsigned long long)(0 - (uint64_t)index));
    else if (index == count)
        snprintf(far, sizeof far, "one past its end");
    else if (index > count)
        snprintf(far, sizeof far, "%lld past its end", (long long)(index - count + 1));
    else
        snprintf(far, sizeof far, "the last of the %d bytes lies past its end", width);
    if (span->space == PTX_LOCAL && element == 0 && !text_equal(span->name, SPAN_LOCAL))
        snprintf(buffer, FAULT_TEXT, "outside `%.80s`, at byte %lld of a thread's local arrays, which have %lld bytes",
                 span->name, (long long)where->offset, (long long)span->size);
    else
        snprintf(buffer, FAULT_TEXT,
                 text_equal(span->name, SPAN_LOCAL) ? "%s %lld of %.80s, which has %lld %s%s: %s"
                                                    : "%s %lld of `%.80s`, which has %lld %s%s: %s",
                 name, (long long)index, span->name, (long long)count, name, count == 1 ? "" : "s",
                 index == -1 ? "one before its start" : far);
}

static const char *verb(const Request *request) {
    static const char *const verbs[] = {
        [REQUEST_LOAD] = "reads", [REQUEST_STORE] = "writes", [REQUEST_ATOMIC] = "updates"};
    return verbs[request->access->op];
}

static const char *space_name(const Request *request) {
    static const char *const names[PTX_SPACE_COUNT] = {[PTX_CONST] = "constant",
                                                       [PTX_GLOBAL] = "global",
                                                       [PTX_LOCAL] = "local",
                                                       [PTX_PARAM] = "parameter",
                                                       [PTX_SHARED] = "shared"};
    return names[request->space];
}

/* "thread (3,0,0) of block (1,0,0)" */
static const char *actor(const SimBlockMemory *block, const Request *request, int lane, char buffer[96]) {
    char thread[32];
    sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)lane, thread);
    snprintf(buffer, 96, "thread %s of block (%u,%u,%u)", thread, block->index[0], block->index[1], block->index[2]);
    return buffer;
}

/* An allocation that the host released. */
static void report_released(SimBlockMemory *block, const Request *request, const Where *where, const char *who) {
    const SimMemory *memory = block->memory;
    const Allocation *allocation = &memory->allocation[where->span - memory->global.at];
    sim_finding(block, FINDING_OUT_OF_BOUNDS, false, request->access->pc, UINT32_MAX,
                "%s %s byte %lld of `%.80s`, whose %llu bytes the host freed before this launch", who, verb(request),
                (long long)where->offset, where->span->name, (unsigned long long)allocation->bytes);
}

static void report_freed(SimBlockMemory *block, const Request *request, const Where *where, const char *who) {
    if (where->span->start < SIM_HEAP_BASE) {
        report_released(block, request, where, who);
        return;
    }
    const Chunk *chunk = (const Chunk *)where->span; /* a chunk begins with its span */
    char given[32], freed[32];
    sim_finding(block, FINDING_OUT_OF_BOUNDS, false, request->access->pc, heap_free_pc(block, chunk),
                "%s %s byte %lld of the %llu bytes of %s%s after they were freed%s", who, verb(request),
                (long long)where->offset, (unsigned long long)chunk->bytes, chunk->span.name,
                at_line(block, heap_malloc_pc(block, chunk), given), at_line(block, heap_free_pc(block, chunk), freed));
}

void fault_out_of_bounds(SimBlockMemory *block, const Request *request, int lane) {
    char who[96], what[FAULT_TEXT];
    uint32_t pc = request->access->pc;
    uint64_t address = request->address[lane];
    Where where = find_where(block, request, lane);
    actor(block, request, lane, who);
    Span local =
        where.span != NULL && request->space == PTX_LOCAL ? fault_local_span(block, pc, request->width) : (Span){0};
    if (local.name != NULL) where.span = &local;
    if (where.span != NULL && where.span->freed)
        report_freed(block, request, &where, who);
    else if (where.span != NULL) {
        char given[96] = "";
        if (where.span == dynamic_span(block, (PtxSpace)request->space))
            snprintf(given, sizeof given, "; the launch gave %llu bytes of dynamic shared memory",
                     (unsigned long long)where.span->size);
        describe(what, &where, request->width);
        sim_finding(block, FINDING_OUT_OF_BOUNDS, false, pc, UINT32_MAX, "%s %s %s%s", who, verb(request), what, given);
    } else if (request->space == PTX_GLOBAL && address < 4096)
        sim_finding(block, FINDING_OUT_OF_BOUNDS, false, pc, UINT32_MAX,
                    "%s %s through a null pointer (address 0x%llx)", who, verb(request), (unsigned long long)address);
    else
        sim_finding(block, FINDING_OUT_OF_BOUNDS, false, pc, UINT32_MAX,
                    "%s %s address 0x%llx in %s memory, where no variable lies", who, verb(request),
                    (unsigned long long)address, space_name(request));
}

bool fault_is_alignment(const SimBlockMemory *block, const Request *request, int lane) {
    uint64_t address = request->address[lane];
    bool begins_inside = find_span(block, (PtxSpace)request->space, address) != NULL;
    return begins_inside && (address & ((uint64_t)request->width - 1)) != 0;
}

void fault_misaligned(SimBlockMemory *block, const Request *request, int lane) {
    char who[96];
    uint64_t address = request->address[lane];
    const Span *span = find_span(block, (PtxSpace)request->space, address);
    sim_finding(block, FINDING_MISALIGNED, false, request->access->pc, UINT32_MAX,
                "%s %s %d bytes at once at byte %llu of `%.80s`: the address must be a multiple of %d",
                actor(block, request, lane, who), verb(request), request->width,
                (unsigned long long)(address - span->start), span->name, request->width);
}

void fault_read_only(SimBlockMemory *block, const Request *request, int lane) {
    char who[96];
    const Span *span = find_span(block, (PtxSpace)request->space, request->address[lane]);
    sim_finding(block, FINDING_OUT_OF_BOUNDS, false, request->access->pc, UINT32_MAX,
                "%s %s `%.80s`, but %s memory is read-only in a kernel", actor(block, request, lane, who),
                verb(request), span->name, space_name(request));
}

void fault_atomic_space(SimBlockMemory *block, const Request *request, int lane) {
    char who[96];
    sim_finding(block, FINDING_OUT_OF_BOUNDS, false, request->access->pc, UINT32_MAX,
                "%s uses an atomic operation on its own local memory: atomics work on shared and global memory",
                actor(block, request, lane, who));
}

void fault_atomic_unknown(SimBlockMemory *block, const Request *request) {
    sim_finding(block, FINDING_TRAP, false, request->access->pc, UINT32_MAX,
                "the simulator does not know this atomic operation on this type");
}

const char *fault_place(const SimBlockMemory *block, PtxSpace space, uint64_t address, int width,
                        char buffer[FAULT_TEXT]) {
    const Span *span = find_span(block, space, address);
    if (span == NULL) {
        snprintf(buffer, FAULT_TEXT, "byte %llu of shared memory", (unsigned long long)address);
        return buffer;
    }
    uint64_t offset = address - span->start;
    uint32_t element = element_of(span, width);
    snprintf(buffer, FAULT_TEXT, "`%.80s`, %s %llu", span->name, element != 0 ? "element" : "byte",
             (unsigned long long)(element != 0 ? offset / element : offset));
    return buffer;
}
