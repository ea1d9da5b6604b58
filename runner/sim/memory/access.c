/* One warp-wide access, in this order: the shape of its addresses, its space, its bounds and alignment, races, what
 * it costs, and last the bytes. An access out of bounds stops the launch before any byte is moved.
 *
 * In most requests of real kernels the active lanes are a run (all 32, or the first few) and neighbours lie a fixed
 * distance apart: those are checked by their two ends and counted by arithmetic. The others are checked with
 * branch-free loops over the 32 lanes, for which inactive lanes repeat an active one's address. Only where the lanes
 * lie in different variables is each one looked up.
 *
 * An address does not say which variable it was computed from. Guard gaps keep global allocations apart. For shared
 * variables, which lie side by side, the instruction mostly says which one is meant (SimAccess.variable_start).
 * Variables in local and constant memory lie as the compiler laid them: an index beyond one that reaches the next
 * without a gap in between is in bounds, as it is on hardware. */
#include <string.h>

#include "base/memory.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/counts/recording.h"
#include "sim/memory/races/causality.h"
#include "sim/memory/races/global.h"
#include "sim/memory/races/race.h"

/* Whether address[i + 1] - address[i] is stride for all of the steps. */
static bool steps_evenly(const uint64_t *address, int steps, uint64_t stride) {
    uint64_t difference = 0;
    if (steps == WARP_SIZE - 1)
        for (int i = 0; i < WARP_SIZE - 1; i++) difference |= (address[i + 1] - address[i]) ^ stride;
    else
        for (int i = 0; i < steps; i++) difference |= (address[i + 1] - address[i]) ^ stride;
    return difference == 0;
}

/* Whether the request is strided: active lanes without a gap between them, addresses a fixed distance apart. Then sets
 * first_lane, lanes, stride, low and high. */
static bool find_stride(Request *request) {
    int first_lane = __builtin_ctz(request->mask), lanes = WARP_SIZE;
    if (request->mask != ALL_LANES) lanes = __builtin_popcount(request->mask);
    uint32_t run = request->mask >> first_lane;
    if ((run & (run + 1)) != 0) return false;
    const uint64_t *address = request->address + first_lane;
    uint64_t stride = lanes > 1 ? address[1] - address[0] : (uint64_t)request->width;
    if (stride + (UINT64_C(1) << 31) >= UINT64_C(1) << 32) return false; /* 31 steps could wrap around */
    uint64_t last = address[lanes - 1];
    if (last - address[0] != stride * (uint64_t)(lanes - 1) || !steps_evenly(address, lanes - 1, stride)) return false;
    request->strided = true;
    request->first_lane = first_lane;
    request->lanes = lanes;
    request->stride = (int64_t)stride;
    request->low = request->stride < 0 ? last : address[0];
    request->high = request->stride < 0 ? address[0] : last;
    return true;
}

/* Gives every inactive lane the address of the active lane before it, so that ascending addresses stay ascending. */
static void fill_inactive(uint64_t filled[32], const uint64_t address[32], uint32_t mask) {
    uint64_t active = address[__builtin_ctz(mask)];
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        active = (mask >> lane & 1) != 0 ? address[lane] : active;
        filled[lane] = active;
    }
}

/* The lowest and the highest address. SSE2 compares signed 32-bit words only: where all addresses differ in their
 * lowest 31 bits alone, those are compared (measured: a histogram takes 5 % less time). */
static void find_ends(const uint64_t address[WARP_SIZE], uint64_t *lowest, uint64_t *highest) {
    enum { BITS = 31 };
    int32_t near[WARP_SIZE];
    uint64_t different = 0, low = address[0], high = address[0];
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        different |= address[lane] ^ address[0];
        near[lane] = (int32_t)((uint32_t)address[lane] & INT32_MAX);
    }
    if (different >> BITS == 0) {
        int32_t near_low = near[0], near_high = near[0];
        for (int lane = 0; lane < WARP_SIZE; lane++) {
            near_low = near[lane] < near_low ? near[lane] : near_low;
            near_high = near[lane] > near_high ? near[lane] : near_high;
        }
        uint64_t above = address[0] >> BITS << BITS;
        *lowest = above | (uint64_t)near_low;
        *highest = above | (uint64_t)near_high;
        return;
    }
    for (int lane = 1; lane < WARP_SIZE; lane++) {
        low = address[lane] < low ? address[lane] : low;
        high = address[lane] > high ? address[lane] : high;
    }
    *lowest = low;
    *highest = high;
}

/* Sets strided and the fields that depend on it, or low and high alone. filled: room for 32 addresses; where some
 * lanes are inactive and the request is not strided, the request's addresses point there afterwards. */
static void find_shape(Request *request, uint64_t filled[32]) {
    request->strided = false;
    if (find_stride(request)) return;
    if (request->mask != ALL_LANES) {
        fill_inactive(filled, request->address, request->mask);
        request->address = filled;
    }
    find_ends(request->address, &request->low, &request->high);
}

static bool misaligned(const Request *request) {
    uint64_t any = request->low;
    if (request->strided)
        any |= (uint64_t)request->stride;
    else
        for (int lane = 0; lane < WARP_SIZE; lane++) any |= request->address[lane];
    return (any & ((uint64_t)request->width - 1)) != 0;
}

static bool holds(const Span *span, uint64_t address, int width) {
    uint64_t offset = address - span->start;
    return address >= span->start && offset < span->size && span->size - offset >= (uint64_t)width;
}

static bool holds_all(const Span *span, const Request *request) {
    return holds(span, request->low, request->width) && holds(span, request->high, request->width);
}

/* Whether the span is another variable than the one that the address was computed from. */
static bool is_other_variable(const Span *span, const Request *request) {
    return request->access->has_variable && request->space == PTX_SHARED &&
           span->start != request->access->variable_start;
}

/* The one span that all lanes lie in, or NULL. */
static const Span *find_common_span(SimBlockMemory *block, const Request *request) {
    const Span **last = &block->last[request->access->pc];
    if (*last != NULL && (*last)->space == request->space && holds_all(*last, request) &&
        !is_other_variable(*last, request))
        return *last;
    const Span *span = find_span(block, (PtxSpace)request->space, request->low);
    if (span == NULL || !holds_all(span, request) || is_other_variable(span, request)) return NULL;
    *last = span;
    return span;
}

/* The lowest active lane that lies in no span, or -1. */
static int find_lane_out_of_bounds(SimBlockMemory *block, const Request *request) {
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        const Span *span = find_span(block, (PtxSpace)request->space, request->address[lane]);
        if (span == NULL || !holds(span, request->address[lane], request->width) || is_other_variable(span, request))
            return lane;
    }
    return -1;
}

static int find_misaligned_lane(const Request *request) {
    uint32_t left = request->mask;
    while ((request->address[__builtin_ctz(left)] & ((uint64_t)request->width - 1)) == 0) left &= left - 1;
    return __builtin_ctz(left);
}

static void count(SimBlockMemory *block, const Request *request) {
    uint64_t *counters = block->counters[request->access->pc].at;
    int lanes = request->strided ? request->lanes : __builtin_popcount(request->mask);
    if (request->access->surface) return;
    if (block->recorder != NULL) recording_take(block, request);
    bool whole = request->access->parts == NULL;
    if (block->owners != NULL && request->space == PTX_SHARED && whole) owners_take(block, request);
    if (block->owners != NULL && request->space == PTX_GLOBAL) owners_take_global(block, request);
    if (block->sums != NULL && request->access->op == REQUEST_STORE) owners_take_values(block, request);
    if (block->sums != NULL && request->access->op == REQUEST_ATOMIC && request->space == PTX_SHARED)
        owners_take_addresses(block, request);
    count_bytes(block, request->access, (PtxSpace)request->space, (uint64_t)lanes);
    if (request->space == PTX_SHARED) {
        count_shared(block, request);
    } else if (request->space == PTX_GLOBAL) {
        count_global(block, request->access, 1, count_sectors(request));
        if (request->high >= SIM_HEAP_BASE && request->access->op == REQUEST_LOAD)
            counters[METRIC_HEAP_LOAD_REQUESTS]++;
        if (request->high >= SIM_HEAP_BASE && request->access->op == REQUEST_STORE)
            counters[METRIC_HEAP_STORE_REQUESTS]++;
    } else if (request->space == PTX_LOCAL && request->access->op == REQUEST_LOAD) {
        counters[METRIC_LOCAL_LOAD_REQUESTS]++;
        counters[METRIC_LOCAL_LOAD_SECTORS] += count_local_sectors(request);
    } else if (request->space == PTX_LOCAL) {
        counters[METRIC_LOCAL_STORE_REQUESTS]++;
        counters[METRIC_LOCAL_STORE_SECTORS] += count_local_sectors(request);
    } else if (request->space == PTX_CONST) {
        uint64_t words = count_constant_words(request);
        counters[METRIC_CONSTANT_REQUESTS] += words;
        counters[METRIC_CONSTANT_SERIALISED] += words - 1;
    }
}

static void transfer(const Request *request, uint32_t lanes, uint8_t *base, uint64_t start, void *old) {
    switch ((RequestOp)request->access->op) {
    case REQUEST_LOAD: transfer_load(request, lanes, base, start); break;
    case REQUEST_STORE: transfer_store(request, lanes, base, start); break;
    case REQUEST_ATOMIC: atomic_request(request, lanes, base, start, old); break;
    case REQUEST_FREE: break; /* moves no bytes */
    }
}

/* Keeps the bytes that lanes, all in the span, are about to store to, for undo.c. */
static void keep_lanes(SimBlockMemory *block, const Request *request, uint32_t lanes, const Span *span) {
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint64_t at = request->address[__builtin_ctz(left)] - span->start;
        undo_keep(block->memory, span, at, at + (uint64_t)request->width - 1);
    }
}

static void keep_old(SimBlockMemory *block, const Request *request, const Span *span) {
    if (request->high - request->low < UNDO_PIECE)
        undo_keep(block->memory, span, request->low - span->start,
                  request->high - span->start + (uint64_t)request->width - 1);
    else
        keep_lanes(block, request, request->mask, span);
}

/* Where the lanes lie in several variables: moves the bytes of one variable's lanes at a time. */
static void transfer_scattered(SimBlockMemory *block, const Request *request, void *old) {
    for (uint32_t left = request->mask; left != 0;) {
        const Span *span = find_span(block, (PtxSpace)request->space, request->address[__builtin_ctz(left)]);
        uint32_t lanes = 0;
        for (int lane = 0; lane < WARP_SIZE; lane++)
            if ((left >> lane & 1) != 0 && holds(span, request->address[lane], request->width))
                lanes |= UINT32_C(1) << lane;
        if (request->space == PTX_GLOBAL && request->access->op != REQUEST_LOAD)
            keep_lanes(block, request, lanes, span);
        transfer(request, lanes, span->host, span->start, old);
        left &= ~lanes;
    }
}

static void move(SimBlockMemory *block, const Request *request, const Span *span, void *old) {
    if (request->space == PTX_LOCAL)
        transfer_local(block, request);
    else if (span != NULL) {
        if (request->space == PTX_GLOBAL && request->access->op != REQUEST_LOAD) keep_old(block, request, span);
        transfer(request, request->mask, span->host, span->start, old);
    } else
        transfer_scattered(block, request, old);
}

/* Findings that stop the launch. */
static bool find_faults(SimBlockMemory *block, const Request *request, const Span *span) {
    int outside = span == NULL ? find_lane_out_of_bounds(block, request) : -1;
    int first = __builtin_ctz(request->mask);
    if (outside >= 0 && fault_is_alignment(block, request, outside))
        fault_misaligned(block, request, outside);
    else if (outside >= 0)
        fault_out_of_bounds(block, request, outside);
    else if (misaligned(request))
        fault_misaligned(block, request, find_misaligned_lane(request));
    else if (request->access->op != REQUEST_LOAD && (request->space == PTX_CONST || request->space == PTX_PARAM))
        fault_read_only(block, request, first);
    else if (request->access->op == REQUEST_ATOMIC && request->space == PTX_LOCAL)
        fault_atomic_space(block, request, first);
    else if (request->access->op == REQUEST_ATOMIC &&
             !sim_atomic_supported((PtxAtomic)request->access->atomic, (PtxType)request->access->type))
        fault_atomic_unknown(block, request);
    else
        return false;
    return true;
}

static bool changes_lent(SimBlockMemory *block, const Request *request, const Span *span) {
    if (request->access->op == REQUEST_LOAD || request->space != PTX_GLOBAL) return false;
    bool lent = span != NULL && span->lent;
    for (uint32_t left = span == NULL ? request->mask : 0; left != 0; left &= left - 1)
        lent |= find_span(block, PTX_GLOBAL, request->address[__builtin_ctz(left)])->lent;
    if (lent) block->memory->lent_written = true;
    return lent;
}

/* Whether the request accesses bytes that a pending cp.async writes, or stores to bytes that one reads. */
static bool races_with_copy(SimBlockMemory *block, const Request *request) {
    if (block->copies == NULL || !block->layout->races) return false;
    if (request->space == PTX_SHARED) return copies_access(block, request);
    return request->space == PTX_GLOBAL && request->access->op != REQUEST_LOAD && copies_source_access(block, request);
}

bool access_shared_later(SimBlockMemory *block, Request *request) {
    uint64_t filled[WARP_SIZE];
    find_shape(request, filled);
    if (find_faults(block, request, find_common_span(block, request))) return false;
    if (!races_with_copy(block, request) && block->races.on) race_access(block, request);
    count(block, request);
    return true;
}

/* Looks for races and for reads of what nobody wrote. Whether lanes that store to one place may disagree about it. */
static bool judge(SimBlockMemory *block, const Request *request, const Span *span) {
    bool watched = request->space == PTX_SHARED && block->races.on;
    bool orders = request->access->synchronising || request->access->op == REQUEST_ATOMIC;
    block->synchronising_accesses += orders;
    bool late = request->access->op == REQUEST_LOAD && request->access->acquires;
    orders &= block->layout->races;
    if (orders) causality_begin_access(block, request);
    if (orders && !late) causality_access(block, request);
    if (races_with_copy(block, request)) watched = false; /* the race with the copy has been reported */
    if (watched)
        race_access(block, request);
    else if (request->space == PTX_LOCAL)
        local_access(block, request);
    else if (request->space == PTX_GLOBAL && block->layout->races) {
        global_access(block, request, span);
        watched = global_watched_exactly(block, request, span);
    }
    if (orders && late) causality_access(block, request);
    return watched;
}

bool access_bulk(SimBlockMemory *block, Request *request, uint64_t bytes, uint8_t **data) {
    uint64_t address[WARP_SIZE], first = request->address[request->first_lane];
    int piece = request->width;
    request->low = request->high = first;
    request->width = bytes < INT32_MAX ? (int)bytes : INT32_MAX;
    const Span *span = find_common_span(block, request);
    if (span == NULL) {
        fault_out_of_bounds(block, request, request->first_lane);
        return false;
    }
    request->width = piece;
    if (misaligned(request)) {
        fault_misaligned(block, request, request->first_lane);
        return false;
    }
    for (uint64_t at = 0; at < bytes; at += (uint64_t)piece) {
        for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = first + at;
        Request part = *request;
        part.address = address;
        part.low = part.high = first + at;
        judge(block, &part, span);
        if (block->owners != NULL && part.space == PTX_SHARED) owners_take(block, &part);
    }
    if (data != NULL) *data = memcpy(memory_zeroed(bytes, 1), span->host + (first - span->start), bytes);
    return true;
}

/* The same of a load whose value reaches nothing in some lanes. */
static bool judge_read(SimBlockMemory *block, const Request *request, const Span *span) {
    if ((request->mask & request->unread) == 0) return judge(block, request, span);
    uint64_t filled[WARP_SIZE];
    Request read = *request;
    read.mask &= ~request->unread;
    if (read.mask == 0) return false;
    find_shape(&read, filled);
    return judge(block, &read, span);
}

/* ---- loads of which not all bytes are used ----------------------------------------------------------------------- */

enum { WIDEST = SIM_MOST_PARTS };

/* address: room for 32. */
static Request request_of_part(const Request *whole, const SimPart *part, uint64_t address[WARP_SIZE]) {
    Request request = *whole;
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = whole->address[lane] + part->offset;
    request.access = &part->access;
    request.width = part->access.element;
    if (whole->strided && whole->lanes == 1) request.stride = request.width;
    request.address = address;
    request.low += part->offset;
    request.high += part->offset;
    return request;
}

/* Whether the load begins in a variable, and at no multiple of its width. */
static bool find_misaligned_load(SimBlockMemory *block, const Request *whole) {
    if (!misaligned(whole)) return false;
    int lane = find_misaligned_lane(whole);
    if (!fault_is_alignment(block, whole, lane)) return false;
    fault_misaligned(block, whole, lane);
    return true;
}

/* Judges a part and puts its bytes where the load's lie: WIDEST for each lane. */
static void take_part(SimBlockMemory *block, Request *request, uint8_t offset, uint8_t *bytes) {
    uint64_t row[WARP_SIZE];
    void *const data[] = {row};
    const Span *span = find_common_span(block, request);
    request->data = data;
    judge_read(block, request, span);
    if (block->owners != NULL && request->space == PTX_SHARED) owners_take(block, request);
    move(block, request, span, NULL);
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        memcpy(bytes + lane * WIDEST + offset, &row[lane], request->access->element);
    }
}

static bool access_parts(SimBlockMemory *block, const Request *whole) {
    const SimAccess *access = whole->access;
    uint64_t address[WARP_SIZE];
    uint8_t bytes[WARP_SIZE * WIDEST] = {0};
    if (find_misaligned_load(block, whole)) return false;
    for (const SimPart *part = access->parts; part < access->parts + access->part_count; part++) {
        Request request = request_of_part(whole, part, address);
        if (find_faults(block, &request, find_common_span(block, &request))) return false;
    }
    for (const SimPart *part = access->parts; part < access->parts + access->part_count; part++) {
        Request request = request_of_part(whole, part, address);
        take_part(block, &request, part->offset, bytes);
    }
    count(block, whole);
    Request loaded = *whole;
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = (uint64_t)lane * WIDEST;
    loaded.strided = false;
    loaded.address = address;
    transfer_load(&loaded, loaded.mask, bytes, 0);
    return true;
}

/* ------------------------------------------------------------------------------------------------------------------ */

/* request's shape is known and its addresses lie within its space. */
static bool access_space(SimBlockMemory *block, const Request *request, void *old) {
    if (request->access->parts != NULL) return access_parts(block, request);
    const Span *span = find_common_span(block, request);
    if (find_faults(block, request, span) || changes_lent(block, request, span)) return false;
    bool watched = judge_read(block, request, span);
    count(block, request);
    move(block, request, span, old);
    /* Only lanes at one address can disagree, and those of a stride other than 0 never share one. */
    if (watched && request->access->op == REQUEST_STORE && !(request->strided && request->stride != 0))
        race_lanes_disagree(block, request, span);
    return true;
}

/* Splits a generic request whose lanes lie in different spaces into one request for each space. */
static bool access_spaces(SimBlockMemory *block, const Request *whole, void *old) {
    uint64_t within[WARP_SIZE], filled[WARP_SIZE];
    uint8_t space[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) {
        within[lane] = whole->address[lane];
        space[lane] = (uint8_t)generic_space(&within[lane]);
    }
    for (uint32_t left = whole->mask; left != 0;) {
        Request part = *whole;
        part.space = space[__builtin_ctz(left)];
        part.mask = 0;
        for (int lane = 0; lane < WARP_SIZE; lane++)
            if ((left >> lane & 1) != 0 && space[lane] == part.space) part.mask |= UINT32_C(1) << lane;
        part.address = within;
        find_shape(&part, filled);
        if (!access_space(block, &part, old)) return false;
        left &= ~part.mask;
    }
    return true;
}

static bool access_generic(SimBlockMemory *block, Request *request, void *old) {
    uint64_t low = request->low, high = request->high;
    PtxSpace space = generic_space(&low);
    if (generic_space(&high) != space) return access_spaces(block, request, old);
    request->space = (uint8_t)space;
    if (space == PTX_GLOBAL) return access_space(block, request, old);
    uint64_t within[WARP_SIZE];
    for (int lane = 0; lane < WARP_SIZE; lane++) within[lane] = request->address[lane] - (request->low - low);
    request->address = within;
    request->low = low;
    request->high = high;
    return access_space(block, request, old);
}

bool sim_access(SimBlockMemory *block, const SimAccess *access, SimWho who, uint32_t mask, const uint64_t address[32],
                void *const data[8], void *old) {
    SimAccess halves;
    if (access->element == 16) { /* .b128: two rows of 8 bytes for each element */
        halves = *access;
        halves.element = 8;
        halves.vector = (uint8_t)(2 * access->vector);
        access = &halves;
    }
    Request request;
    request.access = access;
    request.warp = who.warp;
    request.mask = mask;
    request.unread = who.unread;
    request.space = access->space;
    request.descending = block->layout->lanes_descending;
    request.asynchronous = false;
    request.width = access->element * access->vector;
    request.address = address;
    request.data = data;
    uint64_t filled[WARP_SIZE];
    find_shape(&request, filled);
    if (access->space == PTX_GENERIC) return access_generic(block, &request, old);
    return access_space(block, &request, old);
}
