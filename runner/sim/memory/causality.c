/* The causality order of the PTX memory consistency model, beyond what barriers of the whole block and of whole warps
 * order.
 *
 * Every access has a time (race.h), and the shadows see by comparing times that a barrier of the whole block or of a
 * whole warp lies between two accesses. What is left are fences with flags, locks and tickets, barriers at which only
 * some warps meet, and __syncwarp() of some lanes. They make a graph:
 *
 *     event      what some lanes of one warp did before a time, together with its parent events. Made by a release, by
 *                an arrival at a barrier and by a __syncwarp() of some lanes
 *     known      by thread: the event that happened before what the thread does next
 *     flag       by address: the events that a strong read of this address now observes
 *
 * Source: PTX ISA, "Memory Consistency Model".
 *  - Release pattern: a fence (or a release) and then a strong write. The write leaves in the flag what its thread did
 *    before its last fence. A read-modify-write adds to what the flag held (it observes the writes before it, and is
 *    observed with them); a strong store replaces it.
 *  - Acquire pattern: a strong read and then a fence (or an acquire). What was read is only `observed` until then.
 *  - The two must be morally strong: the scope of each must include the other's thread. So what a fence or access of
 *    .cta scope leaves is kept apart (SCOPE_BLOCK) and is nothing for another block.
 *  - Causality order is transitive, whatever scopes the steps on the way have: an event's parents are all that its
 *    thread knew.
 *
 * Two rules are wider than the model, because NVIDIA's own programs rely on them (the CUDA C++ Programming Guide's
 * sum by the last block, the sample threadFenceReduction): a barrier of the whole block after a strong read acquires
 * as a fence would, and what each thread fenced before such a barrier is released by any thread of the block that
 * writes a flag after it.
 *
 * The graph is searched only where a race would be reported otherwise. Blocks run one after another where one could
 * wait for another, so that times of different blocks can be compared. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/causality.h"

enum { WARPS = MAX_THREADS / WARP_SIZE };
enum { MOST_EVENTS = 1 << 23, MOST_FLAGS = 1 << 20 };

typedef enum Scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES } Scope;

typedef uint32_t EventId; /* 0: none */

/* Stands for every event beyond MOST_EVENTS. It orders everything, so that a race may be missed but none is false. */
enum { EVENT_OF_ALL = 1 };

typedef struct Event {
    EventId parent[2];
    uint32_t block;          /* its number */
    uint32_t warp, lanes;    /* lanes 0: the event only joins its parents */
    int32_t time;            /* the lanes' accesses before this time belong to the event; no parent's time is later */
    int32_t interval, since; /* so do the block's before its last barrier, and the warp's before its last barrier */
    uint32_t visited;        /* the number of the last query that reached this event */
} Event;

/* What a thread's last fence of a scope releases. */
typedef struct Fence {
    int32_t time; /* 0: no fence yet */
    int32_t interval, since;
    EventId known;
    EventId event; /* made when it is first needed */
} Fence;

typedef struct Flag {
    uint64_t key;   /* 0: unused */
    uint64_t block; /* the block by which held[SCOPE_BLOCK] was released */
    EventId held[SCOPES];
} Flag;

struct Causality {
    Event *event;
    uint32_t count, capacity;
    uint32_t query;
    EventId *stack;
    size_t stack_capacity;

    EventId block_known, known[MAX_THREADS];
    EventId observed[SCOPES][MAX_THREADS]; /* read by strong reads, and not acquired yet */
    /* any thread knows or observed something since the last barrier of the block */
    bool any_known;
    Fence fence[SCOPES][MAX_THREADS];
    bool any_fence[SCOPES];
    EventId fenced_by_all[SCOPES]; /* what each thread fenced before the block's last barrier */
    EventId arrived[SIM_BLOCK_BARRIERS];

    Flag *flag;
    size_t flags, flag_capacity; /* a power of two */
};

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

static bool is_watched(const SimBlockMemory *block, uint32_t warp) {
    return block->layout->races && block->layout->point_to_point && warp < WARPS;
}

static Causality *causality_of(SimBlockMemory *block) {
    if (block->causality == NULL) {
        block->causality = memory_zeroed(1, sizeof *block->causality);
        block->causality->count = EVENT_OF_ALL + 1;
    }
    return block->causality;
}

void causality_free(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    free(causality->event);
    free(causality->stack);
    free(causality->flag);
    free(causality);
    block->causality = NULL;
}

void causality_block_begin(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    /* no flag holds an event, so that none can be observed any more */
    if (causality->flags == 0) causality->count = EVENT_OF_ALL + 1;
    causality->block_known = 0;
    memset(causality->known, 0, sizeof causality->known);
    memset(causality->observed, 0, sizeof causality->observed);
    memset(causality->fence, 0, sizeof causality->fence);
    memset(causality->any_fence, 0, sizeof causality->any_fence);
    memset(causality->fenced_by_all, 0, sizeof causality->fenced_by_all);
    memset(causality->arrived, 0, sizeof causality->arrived);
    causality->any_known = false;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static EventId add_event(Causality *causality, Event event) {
    if (causality->count >= MOST_EVENTS) return EVENT_OF_ALL;
    if (causality->count >= causality->capacity) {
        causality->capacity = causality->capacity == 0 ? 256 : 2 * causality->capacity;
        causality->event = memory_resize(causality->event, causality->capacity, sizeof *causality->event);
    }
    causality->event[causality->count] = event;
    return causality->count++;
}

static EventId join(Causality *causality, EventId a, EventId b) {
    if (a == 0 || a == b || b == EVENT_OF_ALL) return b;
    if (b == 0 || a == EVENT_OF_ALL) return a;
    const Event *first = &causality->event[a], *second = &causality->event[b];
    if (first->parent[0] == b || first->parent[1] == b) return a;
    if (second->parent[0] == a || second->parent[1] == a) return b;
    const Event *last = &causality->event[causality->count - 1];
    if (last->lanes == 0 && last->parent[0] == a && last->parent[1] == b) return causality->count - 1;
    int32_t time = first->time > second->time ? first->time : second->time;
    return add_event(causality, (Event){.parent = {a, b}, .time = time});
}

static EventId known_to(Causality *causality, uint32_t thread) {
    return join(causality, causality->block_known, causality->known[thread]);
}

static EventId known_to_lanes(Causality *causality, uint32_t warp, uint32_t lanes) {
    EventId known = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        known = join(causality, known, causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)]);
    return join(causality, causality->block_known, known);
}

static void set_known(Causality *causality, uint32_t warp, uint32_t lanes, EventId known) {
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)] = known;
    causality->any_known |= known != 0;
}

/* The event of what the lanes did before now, whose parent is all that they know. */
static EventId event_of_lanes(SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    Causality *causality = causality_of(block);
    return add_event(causality, (Event){.parent = {known_to_lanes(causality, warp, lanes)},
                                        .block = (uint32_t)block->number,
                                        .warp = warp,
                                        .lanes = lanes,
                                        .time = block->races.now,
                                        .interval = block->races.interval,
                                        .since = block->races.warp_since[warp]});
}

/* ---- fences ------------------------------------------------------------------------------------------------------ */

/* An acquire: the events that the thread observed happen before what follows. A fence of .cta scope acquires from
 * its own block only. */
static void acquire_observed(Causality *causality, uint32_t thread, Scope scope) {
    for (int i = SCOPE_BLOCK; i <= (int)scope; i++) {
        EventId *observed = &causality->observed[i][thread];
        if (*observed == 0) continue;
        causality->known[thread] = join(causality, causality->known[thread], *observed);
        causality->any_known = true;
        *observed = 0;
    }
}

static void fence_lanes(SimBlockMemory *block, uint32_t warp, uint32_t lanes, Scope widest) {
    race_next_time(block); /* may restart time, and then frees block->causality */
    Causality *causality = causality_of(block);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t thread = warp * WARP_SIZE + (uint32_t)__builtin_ctz(left);
        acquire_observed(causality, thread, widest);
        Fence fence = {.time = block->races.now,
                       .interval = block->races.interval,
                       .since = block->races.warp_since[warp],
                       .known = known_to(causality, thread)};
        for (int scope = SCOPE_BLOCK; scope <= (int)widest; scope++) causality->fence[scope][thread] = fence;
    }
    for (int scope = SCOPE_BLOCK; scope <= (int)widest; scope++) causality->any_fence[scope] = true;
}

void sim_fence(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool block_scope) {
    if (is_watched(block, warp)) fence_lanes(block, warp, lanes, block_scope ? SCOPE_BLOCK : SCOPE_DEVICE);
}

static EventId event_of_fence(const SimBlockMemory *block, const Fence *fence, uint32_t warp, uint32_t lanes) {
    return add_event(block->causality, (Event){.parent = {fence->known},
                                               .block = (uint32_t)block->number,
                                               .warp = warp,
                                               .lanes = lanes,
                                               .time = fence->time,
                                               .interval = fence->interval,
                                               .since = fence->since});
}

/* ---- flags ------------------------------------------------------------------------------------------------------- */

static Flag *find_slot(Flag *flags, size_t capacity, uint64_t key) {
    for (uint64_t i = key * UINT64_C(0x9e3779b97f4a7c15) >> 32;; i++) {
        Flag *flag = &flags[i & (capacity - 1)];
        if (flag->key == 0 || flag->key == key) return flag;
    }
}

static void grow_flags(Causality *causality) {
    size_t capacity = causality->flag_capacity == 0 ? 64 : 2 * causality->flag_capacity;
    Flag *flags = memory_zeroed(capacity, sizeof *flags);
    for (size_t i = 0; i < causality->flag_capacity; i++)
        if (causality->flag[i].key != 0) *find_slot(flags, capacity, causality->flag[i].key) = causality->flag[i];
    free(causality->flag);
    causality->flag = flags;
    causality->flag_capacity = capacity;
}

/* The flag at an address. Where there is none: a new one (make), or NULL. */
static Flag *flag_at(const SimBlockMemory *block, const Request *request, uint64_t address, bool make) {
    Causality *causality = block->causality;
    uint64_t key = address << 1 | 1;
    if (request->space == PTX_SHARED) key = ~key;
    /* all further flags share one: too much is ordered, never too little */
    if (causality->flags >= MOST_FLAGS) key = 2;
    if (make && 2 * causality->flags >= causality->flag_capacity) grow_flags(causality);
    if (causality->flag_capacity == 0) return NULL;
    Flag *flag = find_slot(causality->flag, causality->flag_capacity, key);
    if (flag->key == 0 && !make) return NULL;
    if (flag->key == 0) {
        causality->flags++;
        flag->key = key;
    }
    if (flag->block != block->number) {
        flag->held[SCOPE_BLOCK] = 0;
        if (request->space == PTX_SHARED) flag->held[SCOPE_DEVICE] = 0;
        flag->block = block->number;
    }
    return flag;
}

/* The event that a strong write by the thread releases. */
static EventId released_by(const SimBlockMemory *block, uint32_t thread, Scope scope) {
    Causality *causality = block->causality;
    Fence *fence = &causality->fence[scope][thread];
    if (fence->time != 0 && fence->event == 0)
        fence->event = event_of_fence(block, fence, thread / WARP_SIZE, UINT32_C(1) << thread % WARP_SIZE);
    return join(causality, fence->event, causality->fenced_by_all[scope]);
}

static void observe(const SimBlockMemory *block, const Request *request, int lane) {
    Causality *causality = block->causality;
    uint32_t thread = request->warp * WARP_SIZE + (uint32_t)lane;
    const SimAccess *access = request->access;
    const Flag *flag = flag_at(block, request, request->address[lane], false);
    if (flag == NULL) return;
    for (int scope = SCOPE_BLOCK; scope <= (access->block_scope ? SCOPE_BLOCK : SCOPE_DEVICE); scope++) {
        EventId *to = access->acquires ? &causality->known[thread] : &causality->observed[scope][thread];
        *to = join(causality, *to, flag->held[scope]);
        causality->any_known |= *to != 0;
    }
}

static void release(const SimBlockMemory *block, const Request *request, int lane) {
    Causality *causality = block->causality;
    uint32_t thread = request->warp * WARP_SIZE + (uint32_t)lane;
    const SimAccess *access = request->access;
    EventId released[SCOPES] = {released_by(block, thread, SCOPE_BLOCK),
                                access->block_scope ? 0 : released_by(block, thread, SCOPE_DEVICE)};
    Flag *flag = flag_at(block, request, request->address[lane], released[SCOPE_BLOCK] != 0);
    if (flag == NULL) return;
    for (int scope = 0; scope < SCOPES; scope++)
        flag->held[scope] =
            access->op == REQUEST_ATOMIC ? join(causality, flag->held[scope], released[scope]) : released[scope];
}

void causality_access(SimBlockMemory *block, const Request *request) {
    const SimAccess *access = request->access;
    if (!is_watched(block, request->warp) || block_is_interrupted(block)) return;
    if (access->releases)
        fence_lanes(block, request->warp, request->mask, access->block_scope ? SCOPE_BLOCK : SCOPE_DEVICE);
    else
        race_next_time(block);
    causality_of(block);
    for (uint32_t left = request->mask; left != 0 && access->op != REQUEST_STORE; left &= left - 1) {
        int lane = __builtin_ctz(left);
        observe(block, request, lane);
        if (access->op == REQUEST_ATOMIC) release(block, request, lane);
    }
    /* Where lanes of one instruction store to one address, the lowest lane's value stays, so it releases last. */
    for (int lane = WARP_SIZE - 1; lane >= 0 && access->op == REQUEST_STORE; lane--)
        if (request->mask >> lane & 1) release(block, request, lane);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

/* The lanes in `left` whose last fence was the same instruction as that of the lowest one. */
static uint32_t lanes_fenced_together(const Fence *fences, uint32_t left) {
    uint32_t lowest = (uint32_t)__builtin_ctz(left), together = 0;
    for (; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        if (fences[lane].time == fences[lowest].time && fences[lane].known == fences[lowest].known)
            together |= UINT32_C(1) << lane;
    }
    return together;
}

/* From now on every thread of the block releases what each thread has fenced. */
static void share_fences(SimBlockMemory *block, Scope scope) {
    Causality *causality = block->causality;
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        Fence *fences = &causality->fence[scope][warp * WARP_SIZE];
        uint32_t fenced = 0;
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++) fenced |= (uint32_t)(fences[lane].time != 0) << lane;
        while (fenced != 0) {
            uint32_t together = lanes_fenced_together(fences, fenced);
            EventId event = event_of_fence(block, &fences[__builtin_ctz(together)], warp, together);
            causality->fenced_by_all[scope] = join(causality, causality->fenced_by_all[scope], event);
            fenced &= ~together;
        }
        memset(fences, 0, WARP_SIZE * sizeof *fences);
    }
    causality->any_fence[scope] = false;
}

void causality_barrier(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    for (int scope = 0; scope < SCOPES; scope++)
        if (causality->any_fence[scope]) share_fences(block, (Scope)scope);
    if (!causality->any_known) return;
    for (uint32_t thread = 0; thread < block->layout->threads && thread < MAX_THREADS; thread++) {
        acquire_observed(causality, thread, SCOPE_DEVICE);
        causality->block_known = join(causality, causality->block_known, causality->known[thread]);
        causality->known[thread] = 0;
    }
    causality->any_known = false;
}

void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    if (!is_watched(block, warp) || number >= SIM_BLOCK_BARRIERS) return;
    race_next_time(block);
    Causality *causality = causality_of(block);
    EventId event = event_of_lanes(block, warp, lanes);
    causality->arrived[number] = join(causality, causality->arrived[number], event);
}

void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting) {
    Causality *causality = block->causality;
    if (causality == NULL || number >= SIM_BLOCK_BARRIERS) return;
    EventId arrived = causality->arrived[number];
    causality->arrived[number] = 0;
    for (uint32_t warp = 0; waiting != NULL && warp < WARPS && warp * WARP_SIZE < block->layout->threads; warp++)
        for (uint32_t left = waiting[warp]; left != 0; left &= left - 1)
            set_known(causality, warp, left & (0U - left),
                      join(causality, causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)], arrived));
}

void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole) {
    if (!is_watched(block, warp)) return;
    if (whole) {
        Causality *causality = block->causality;
        if (causality != NULL && causality->any_known)
            set_known(causality, warp, lanes, known_to_lanes(causality, warp, lanes));
        return;
    }
    race_next_time(block);
    Causality *causality = causality_of(block);
    set_known(causality, warp, lanes, event_of_lanes(block, warp, lanes));
}

/* ---- queries ----------------------------------------------------------------------------------------------------- */

static void push(Causality *causality, size_t *height, EventId event, int32_t time) {
    if (event == 0 || (event != EVENT_OF_ALL &&
                       (causality->event[event].visited == causality->query || causality->event[event].time <= time)))
        return;
    if (event != EVENT_OF_ALL) causality->event[event].visited = causality->query;
    if (*height == causality->stack_capacity) {
        causality->stack_capacity = causality->stack_capacity == 0 ? 64 : 2 * causality->stack_capacity;
        causality->stack = memory_resize(causality->stack, causality->stack_capacity, sizeof *causality->stack);
    }
    causality->stack[(*height)++] = event;
}

static uint32_t ordered_by(const Event *event, Past past) {
    if (event->lanes == 0 || event->block != past.block) return 0;
    if (past.time < event->interval) return past.lanes;
    if (event->warp != past.warp) return 0;
    return past.time < event->since ? past.lanes : past.lanes & event->lanes;
}

/* The parents of an event are no later than it, so that only events later than the access are visited. */
static uint32_t lanes_before(Causality *causality, Past past, const EventId *from, size_t count) {
    size_t height = 0;
    uint32_t ordered = 0;
    if (++causality->query == 0) {
        for (uint32_t i = 0; i < causality->count; i++) causality->event[i].visited = 0;
        causality->query = 1;
    }
    for (size_t i = 0; i < count; i++) push(causality, &height, from[i], past.time);
    while (height != 0 && ordered != past.lanes) {
        EventId id = causality->stack[--height];
        if (id == EVENT_OF_ALL) return past.lanes;
        const Event *event = &causality->event[id];
        ordered |= ordered_by(event, past);
        push(causality, &height, event->parent[0], past.time);
        push(causality, &height, event->parent[1], past.time);
    }
    return ordered;
}

uint32_t causality_before(const SimBlockMemory *block, Past past, uint32_t thread) {
    Causality *causality = block->causality;
    if (causality == NULL || thread >= MAX_THREADS) return 0;
    EventId from[] = {causality->block_known, causality->known[thread]};
    if (from[0] == 0 && from[1] == 0) return 0;
    return lanes_before(causality, past, from, 2);
}

bool causality_knows(const SimBlockMemory *block, uint32_t thread) {
    const Causality *causality = block->causality;
    return causality != NULL && thread < MAX_THREADS && (causality->block_known != 0 || causality->known[thread] != 0);
}

bool causality_observed(const SimBlockMemory *block, Past past, uint32_t thread) {
    Causality *causality = block->causality;
    if (causality == NULL || thread >= MAX_THREADS) return false;
    EventId from[] = {causality->observed[SCOPE_BLOCK][thread], causality->observed[SCOPE_DEVICE][thread]};
    return (from[0] != 0 || from[1] != 0) && lanes_before(causality, past, from, 2) != 0;
}
