/* Fences, flags and barriers: what adds events to the graph of causality_graph.h.
 *
 * Source: PTX ISA, "Memory Consistency Model".
 *  - Release pattern: a fence and then a strong write; or a release; or a release and then a strong write by the same
 *    thread to the same place. The write leaves in the flag what its thread did before its last fence, or before its
 *    release. A release says nothing of other places, and acquires nothing. A read-modify-write adds to what the flag
 *    held (it observes the writes before it, and is observed with them); a strong store replaces it. A
 *    compare-and-swap that finds another value writes nothing, and so releases nothing.
 *  - Acquire pattern: a strong read and then a fence (or an acquire). What was read is only `observed` until then.
 *    What a load that acquires observes happens before what follows it, not before the load: a plain store to its flag
 *    races with it where nothing else keeps the load from coming first. An atomic whose old value nobody uses observes
 *    nothing: its thread would have gone on in the same way had the atomic come first.
 *  - The two must be morally strong: the scope of each must include the other's thread. So what a fence or access of
 *    .cta scope leaves is kept apart (SCOPE_BLOCK) and is nothing for another block.
 *
 * Two rules are wider than the model, because NVIDIA's own programs rely on them (the CUDA C++ Programming Guide's
 * sum by the last block, the sample threadFenceReduction): a barrier of the whole block after a strong read acquires
 * as a fence would, and what each thread fenced before such a barrier is released by any thread of the block that
 * writes a flag after it. Those programs read the flag by an atomic function of CUDA's or as volatile, which have no
 * order to name. Where an access names .relaxed or .release (cuda::atomic_ref), its program is written for the memory
 * model, in which only a fence or an acquire completes the pattern: such a read is not acquired by a barrier.
 *
 * The fence and the flag's access may be of two threads with a barrier between, of the block, of lanes of a warp or an
 * object in shared memory:
 *
 *     data[lane] = x; __threadfence(); __syncwarp(); if (lane == 0) atomicExch(&flag, 1);
 *     if (lane == 0) while (atomicAdd(&flag, 0) == 0); __syncwarp(); __threadfence(); y = data[lane];
 *
 * Of two fence.sc, which __threadfence() is, one comes first and synchronizes with the other ("Fence-SC Order"). If the
 * second line's came first, its read of the flag would happen before the write that it read. Of fence.acq_rel nothing
 * of that kind is said: what such a fence releases, only its own thread's writes release. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/races/causality.h"
#include "sim/memory/races/causality_graph.h"
#include "sim/memory/races/race.h"

enum { WARPS = MAX_THREADS / WARP_SIZE, MOST_FLAGS = 1 << 20 };

/* ---- set-up ------------------------------------------------------------------------------------------------------ */

static const BarrierObject unused_object;
static const Handed nothing_handed;

static bool is_watched(const SimBlockMemory *block, uint32_t warp) {
    return block->layout->races && block->layout->point_to_point && warp < WARPS;
}

void causality_block_begin(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    /* no flag holds an event, so that none can be observed any more; of blocks beside this one threads may know some */
    if (causality->graph.flags == 0 && !block->layout->resident) {
        causality_drop_summaries(&causality->graph);
        causality->graph.count = EVENT_OF_ALL + 1;
    }
    causality->block_known = 0;
    memset(causality->known, 0, sizeof causality->known);
    memset(causality->observed, 0, sizeof causality->observed);
    memset(causality->observed_by_name, 0, sizeof causality->observed_by_name);
    memset(causality->block_observed, 0, sizeof causality->block_observed);
    memset(causality->fence, 0, sizeof causality->fence);
    memset(causality->any_fence, 0, sizeof causality->any_fence);
    memset(causality->fenced_by_all, 0, sizeof causality->fenced_by_all);
    memset(causality->arrived, 0, sizeof causality->arrived);
    memset(causality->handed, 0, sizeof causality->handed);
    for (int number = 0; number < SIM_BLOCK_BARRIERS; number++)
        causality->arriving[number].warps = causality->last[number].warps = 0;
    causality->any_known = false;
}

/* ---- what threads know ------------------------------------------------------------------------------------------- */

static EventId known_to(Causality *causality, uint32_t thread) {
    return causality_join(causality, causality->block_known, causality->known[thread]);
}

static EventId known_to_lanes(Causality *causality, uint32_t warp, uint32_t lanes) {
    EventId known = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        known = causality_join(causality, known, causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)]);
    return causality_join(causality, causality->block_known, known);
}

static void set_known(Causality *causality, uint32_t warp, uint32_t lanes, EventId known) {
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)] = known;
    causality->any_known |= known != 0;
}

/* The event of what the lanes did before now, whose parent is all that they know. */
static EventId event_of_lanes(SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    Causality *causality = causality_of(block);
    return causality_add_event(causality, (Event){.parent = {known_to_lanes(causality, warp, lanes)},
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
static void acquire_from(Causality *causality, EventId observed_by[SCOPES][MAX_THREADS], uint32_t thread, Scope scope) {
    for (int i = SCOPE_BLOCK; i <= (int)scope; i++) {
        EventId *observed = &observed_by[i][thread];
        if (*observed == 0) continue;
        causality->known[thread] = causality_join(causality, causality->known[thread], *observed);
        causality->any_known = true;
        *observed = 0;
    }
}

static void fence_lanes(SimBlockMemory *block, uint32_t warp, uint32_t lanes, Scope widest, bool is_sc) {
    race_next_time(block); /* may restart time, and then frees block->causality */
    Causality *causality = causality_of(block);
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t thread = warp * WARP_SIZE + (uint32_t)__builtin_ctz(left);
        acquire_from(causality, causality->observed, thread, widest);
        acquire_from(causality, causality->observed_by_name, thread, widest);
        for (int scope = SCOPE_BLOCK; scope <= (int)widest; scope++)
            causality->known[thread] =
                causality_join(causality, causality->known[thread], causality->block_observed[scope]);
        causality->any_known |= causality->known[thread] != 0;
        Fence fence = {.time = block->races.now,
                       .interval = block->races.interval,
                       .since = block->races.warp_since[warp],
                       .known = known_to(causality, thread)};
        for (int scope = SCOPE_BLOCK; scope <= (int)widest; scope++) {
            const Fence *before = &causality->fence[scope][thread];
            fence.is_sc = is_sc || (before->time != 0 && before->is_sc);
            causality->fence[scope][thread] = fence;
        }
    }
    causality->any_fence[widest] |= is_sc;
}

void sim_fence(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool block_scope, bool is_sc) {
    if (is_watched(block, warp)) fence_lanes(block, warp, lanes, block_scope ? SCOPE_BLOCK : SCOPE_DEVICE, is_sc);
}

static EventId event_of_fence(const SimBlockMemory *block, const Fence *fence, uint32_t warp, uint32_t lanes) {
    return causality_add_event(block->causality, (Event){.parent = {fence->known},
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
    size_t capacity = causality->graph.flag_capacity == 0 ? 64 : 2 * causality->graph.flag_capacity;
    Flag *flags = memory_zeroed(capacity, sizeof *flags);
    for (size_t i = 0; i < causality->graph.flag_capacity; i++)
        if (causality->graph.flag[i].key != 0)
            *find_slot(flags, capacity, causality->graph.flag[i].key) = causality->graph.flag[i];
    free(causality->graph.flag);
    causality->graph.flag = flags;
    causality->graph.flag_capacity = capacity;
}

/* The flag of a key. Where there is none: a new one (make), or NULL. is_shared: it lies in shared memory, where nothing
 * outlives the block. */
static Flag *flag_of(const SimBlockMemory *block, uint64_t key, bool is_shared, bool make) {
    Causality *causality = block->causality;
    /* all further flags share one: too much is ordered, never too little */
    if (causality->graph.flags >= MOST_FLAGS) key = 2;
    if (make && 2 * causality->graph.flags >= causality->graph.flag_capacity) grow_flags(causality);
    if (causality->graph.flag_capacity == 0) return NULL;
    Flag *flag = find_slot(causality->graph.flag, causality->graph.flag_capacity, key);
    if (flag->key == 0 && !make) return NULL;
    if (flag->key == 0) {
        causality->graph.flags++;
        flag->key = key;
        flag->block = block->number;
    }
    if (is_shared && flag->block != block->number) {
        flag->held[SCOPE_BLOCK] = flag->held[SCOPE_DEVICE] = flag->completed = 0;
        if (flag->object != 0) causality->graph.object[flag->object] = unused_object;
        flag->block = block->number;
    }
    return flag;
}

/* What tells shared memory of blocks that run at the same time apart in keys, in bits that no other part of them
 * needs. */
static uint64_t key_of_block(const SimBlockMemory *block) {
    return block->layout->resident ? block->number << 20 : 0;
}

static Flag *flag_at(const SimBlockMemory *block, const Request *request, uint64_t address, bool make) {
    uint64_t key = address << 1 | 1;
    bool is_shared = request->space == PTX_SHARED;
    return flag_of(block, is_shared ? ~key ^ key_of_block(block) : key, is_shared, make);
}

/* The event that a strong write by the thread releases. */
static EventId released_by(const SimBlockMemory *block, uint32_t thread, Scope scope) {
    Causality *causality = block->causality;
    Fence *fence = &causality->fence[scope][thread], *wide = &causality->fence[SCOPE_DEVICE][thread];
    if (fence->event == 0 && fence->time == wide->time) fence = wide; /* one fence has one event */
    if (fence->time != 0 && fence->event == 0)
        fence->event = event_of_fence(block, fence, thread / WARP_SIZE, UINT32_C(1) << thread % WARP_SIZE);
    /* a fence since the block's last barrier has all before that barrier for its own, and what all threads knew */
    bool is_new = fence->event != 0 && fence->interval == block->races.interval;
    return is_new ? fence->event : causality_join(causality, fence->event, causality->fenced_by_all[scope]);
}

/* The event of all that the thread did before now. */
static EventId event_of_thread(const SimBlockMemory *block, uint32_t thread) {
    uint32_t warp = thread / WARP_SIZE;
    return causality_add_event(block->causality, (Event){.parent = {known_to(block->causality, thread)},
                                                         .block = (uint32_t)block->number,
                                                         .warp = warp,
                                                         .lanes = UINT32_C(1) << thread % WARP_SIZE,
                                                         .time = block->races.now,
                                                         .interval = block->races.interval,
                                                         .since = block->races.warp_since[warp]});
}

static void observe(const SimBlockMemory *block, const Request *request, int lane) {
    Causality *causality = block->causality;
    uint32_t thread = request->warp * WARP_SIZE + (uint32_t)lane;
    const SimAccess *access = request->access;
    const Flag *flag = flag_at(block, request, request->address[lane], false);
    if (flag == NULL) return;
    for (int scope = SCOPE_BLOCK; scope <= (access->block_scope ? SCOPE_BLOCK : SCOPE_DEVICE); scope++) {
        if (scope == SCOPE_BLOCK && flag->block != block->number) continue;
        EventId *to = access->acquires      ? &causality->known[thread]
                      : access->names_order ? &causality->observed_by_name[scope][thread]
                                            : &causality->observed[scope][thread];
        *to = causality_join(causality, *to, flag->held[scope]);
        causality_share(causality, flag->held[scope]);
        causality->any_known |= *to != 0;
    }
}

/* A release goes on to count for what its thread writes to the flag later. */
static void add_own_release(const SimBlockMemory *block, const SimAccess *access, Flag *flag, uint32_t thread,
                            EventId released[SCOPES]) {
    uint64_t self = block->number * MAX_THREADS + thread + 1;
    if (access->releases) {
        EventId event = event_of_thread(block, thread);
        flag->releaser = self;
        flag->own[SCOPE_BLOCK] = event;
        flag->own[SCOPE_DEVICE] = access->block_scope ? 0 : event;
    }
    if (flag->releaser != self) return;
    for (int scope = 0; scope < SCOPES; scope++)
        released[scope] = causality_join(block->causality, released[scope], flag->own[scope]);
}

/* Of blocks that run at the same time: whether the flag goes on to hold what another block released for its own
 * threads, beside what this one adds, which is for all blocks. */
static bool holds_for_another(const SimBlockMemory *block, const Flag *flag, const EventId released[SCOPES]) {
    return block->layout->resident && flag->block != block->number &&
           flag->held[SCOPE_BLOCK] != flag->held[SCOPE_DEVICE] && released[SCOPE_BLOCK] == released[SCOPE_DEVICE];
}

/* adds: a read-modify-write; else a store. */
static void hold(const SimBlockMemory *block, Flag *flag, bool adds, const EventId released[SCOPES]) {
    Causality *causality = block->causality;
    if (!adds || !holds_for_another(block, flag, released)) {
        EventId held = adds && flag->block == block->number ? flag->held[SCOPE_BLOCK] : 0;
        flag->held[SCOPE_BLOCK] = causality_continue(causality, held, released[SCOPE_BLOCK]);
        flag->block = block->number;
    }
    EventId held = adds ? flag->held[SCOPE_DEVICE] : 0;
    flag->held[SCOPE_DEVICE] = causality_continue(causality, held, released[SCOPE_DEVICE]);
}

static void release(const SimBlockMemory *block, const Request *request, int lane) {
    uint32_t thread = request->warp * WARP_SIZE + (uint32_t)lane;
    const SimAccess *access = request->access;
    EventId released[SCOPES] = {released_by(block, thread, SCOPE_BLOCK),
                                access->block_scope ? 0 : released_by(block, thread, SCOPE_DEVICE)};
    bool leaves = access->releases || released[SCOPE_BLOCK] != 0;
    Flag *flag = flag_at(block, request, request->address[lane], leaves);
    if (flag == NULL) return;
    add_own_release(block, access, flag, thread, released);
    hold(block, flag, access->op == REQUEST_ATOMIC, released);
}

/* The lanes of an atomic that store. */
static uint32_t lanes_that_store(const SimBlockMemory *block, const Request *request) {
    uint32_t storing = 0;
    if (request->access->atomic != PTX_ATOM_CAS) return request->mask;
    for (uint32_t left = request->mask, same; left != 0; left &= ~same) {
        uint64_t address = request->address[__builtin_ctz(left)];
        const Span *span = find_span(block, (PtxSpace)request->space, address);
        same = left & (0U - left);
        for (uint32_t rest = left & ~same; rest != 0; rest &= rest - 1)
            if (request->address[__builtin_ctz(rest)] == address) same |= rest & (0U - rest);
        if (span != NULL) atomic_changing_lanes(request, same, span->host, span->start, &storing);
    }
    return storing;
}

void causality_begin_access(SimBlockMemory *block, const Request *request) {
    if (!is_watched(block, request->warp) || block_is_interrupted(block)) return;
    race_next_time(block);
    causality_of(block);
}

void causality_access(SimBlockMemory *block, const Request *request) {
    const SimAccess *access = request->access;
    if (!is_watched(block, request->warp) || block->causality == NULL || block_is_interrupted(block)) return;
    uint32_t storing = access->op == REQUEST_ATOMIC ? lanes_that_store(block, request) : 0;
    for (uint32_t left = request->mask; left != 0 && access->op != REQUEST_STORE; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (access->op == REQUEST_LOAD || access->returns) observe(block, request, lane);
        if (storing >> lane & 1) release(block, request, lane);
    }
    /* Where lanes of one instruction store to one address, the lowest lane's value stays, so it releases last. */
    for (int lane = WARP_SIZE - 1; lane >= 0 && access->op == REQUEST_STORE; lane--)
        if (request->mask >> lane & 1) release(block, request, lane);
}

/* ---- barriers ---------------------------------------------------------------------------------------------------- */

static bool is_handed_over(const Fence *fence) {
    return fence->time != 0 && fence->is_sc;
}

/* Those that all threads of the block release from now on. */
static void forget_fences(Causality *causality, Scope scope) {
    for (uint32_t thread = 0; thread < MAX_THREADS; thread++)
        if (causality->fence[scope][thread].is_sc) causality->fence[scope][thread] = (Fence){.time = 0};
}

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

static EventId event_of_fences(const SimBlockMemory *block, const Fence *fences, uint32_t warp, uint32_t together) {
    const Fence *fence = &fences[__builtin_ctz(together)];
    bool is_one = true;
    for (uint32_t left = together; left != 0; left &= left - 1)
        is_one &= fences[__builtin_ctz(left)].event == fence->event;
    return is_one && fence->event != 0 ? fence->event : event_of_fence(block, fence, warp, together);
}

static EventId gather_fences_of_lanes(const SimBlockMemory *block, const Fence *fences, uint32_t warp,
                                      uint32_t fenced) {
    EventId gathered = 0;
    while (fenced != 0) {
        uint32_t together = lanes_fenced_together(fences, fenced);
        gathered = causality_join(block->causality, gathered, event_of_fences(block, fences, warp, together));
        fenced &= ~together;
    }
    return gathered;
}

/* What all threads have fenced since the last barrier of the block. */
static EventId gather_fences(SimBlockMemory *block, Scope scope) {
    Causality *causality = block->causality;
    EventId gathered = 0;
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        const Fence *fences = &causality->fence[scope][warp * WARP_SIZE];
        uint32_t fenced = 0;
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++) fenced |= (uint32_t)is_handed_over(&fences[lane]) << lane;
        gathered = causality_join(causality, gathered, gather_fences_of_lanes(block, fences, warp, fenced));
    }
    forget_fences(causality, scope);
    return gathered;
}

/* From now on every thread of the block releases what each thread has fenced. That replaces what was fenced before the
 * barrier before this one: see released_by(). */
static void share_fences(SimBlockMemory *block) {
    Causality *causality = block->causality;
    bool is_wide = causality->any_fence[SCOPE_DEVICE], is_narrow = causality->any_fence[SCOPE_BLOCK];
    if (is_wide) causality->fenced_by_all[SCOPE_DEVICE] = gather_fences(block, SCOPE_DEVICE);
    if (is_narrow)
        causality->fenced_by_all[SCOPE_BLOCK] = gather_fences(block, SCOPE_BLOCK);
    else if (is_wide) { /* each fence is in both lists */
        causality->fenced_by_all[SCOPE_BLOCK] = causality->fenced_by_all[SCOPE_DEVICE];
        forget_fences(causality, SCOPE_BLOCK);
    }
    memset(causality->any_fence, 0, sizeof causality->any_fence);
}

void causality_barrier(SimBlockMemory *block) {
    Causality *causality = block->causality;
    if (causality == NULL) return;
    share_fences(block);
    if (!causality->any_known) return;
    for (uint32_t thread = 0; thread < block->layout->threads && thread < MAX_THREADS; thread++) {
        acquire_from(causality, causality->observed, thread, SCOPE_DEVICE);
        for (int scope = 0; scope < SCOPES; scope++) {
            EventId *observed = &causality->observed_by_name[scope][thread];
            causality->block_observed[scope] = causality_join(causality, causality->block_observed[scope], *observed);
            *observed = 0;
        }
        causality->block_known = causality_join(causality, causality->block_known, causality->known[thread]);
        causality->known[thread] = 0;
    }
    causality->any_known = false;
}

/* What the lanes have fenced and observed goes to the barrier, */
static void hand_in(const SimBlockMemory *block, Handed *to, uint32_t warp, uint32_t lanes) {
    Causality *causality = block->causality;
    for (int scope = 0; scope < SCOPES; scope++) {
        const Fence *fences = &causality->fence[scope][warp * WARP_SIZE];
        EventId *observed = &to->observed[scope];
        uint32_t fenced = 0;
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left), thread = warp * WARP_SIZE + lane;
            fenced |= (uint32_t)is_handed_over(&fences[lane]) << lane;
            *observed = causality_join(causality, *observed, causality->observed[scope][thread]);
            *observed = causality_join(causality, *observed, causality->observed_by_name[scope][thread]);
        }
        EventId gathered = gather_fences_of_lanes(block, fences, warp, fenced);
        to->fenced[scope] = causality_join(causality, to->fenced[scope], gathered);
    }
}

/* The thread releases, besides what it released until now, what others had fenced. Their fences may be older than the
 * block's last barrier, which its own are not. */
static void release_also(const SimBlockMemory *block, uint32_t thread, Scope scope, EventId fenced) {
    Causality *causality = block->causality;
    EventId all = causality_join(causality, released_by(block, thread, scope), fenced);
    causality->fence[scope][thread] = (Fence){.time = block->races.now,
                                              .interval = block->races.interval,
                                              .since = block->races.warp_since[thread / WARP_SIZE],
                                              .known = all,
                                              .event = all,
                                              .is_sc = true};
    causality->any_fence[scope] = true;
}

/* and to the threads that waited there. */
static void hand_out(const SimBlockMemory *block, Handed from, uint32_t warp, uint32_t lanes) {
    Causality *causality = block->causality;
    for (int scope = 0; scope < SCOPES; scope++)
        for (uint32_t left = lanes; left != 0; left &= left - 1) {
            uint32_t thread = warp * WARP_SIZE + (uint32_t)__builtin_ctz(left);
            EventId *own = &causality->observed_by_name[scope][thread];
            if (from.fenced[scope] != 0) release_also(block, thread, (Scope)scope, from.fenced[scope]);
            *own = causality_join(causality, *own, from.observed[scope]);
            causality->any_known |= from.observed[scope] != 0;
        }
}

static void add_arrival(Arrivals *arriving, uint32_t warp, uint32_t lanes, int32_t time) {
    bool again = (arriving->warps >> warp & 1) != 0; /* other lanes of a warp that has come */
    arriving->warps |= UINT32_C(1) << warp;
    arriving->lanes[warp] = lanes | (again ? arriving->lanes[warp] : 0);
    if (!again) arriving->time[warp] = time;
}

/* A thread that arrived for the opening before this one, is none of the lanes `own` of the thread's warp, and whose
 * arrival did not happen before what the thread does now; -1: there is none. */
static int unordered_arrival(const SimBlockMemory *block, const Arrivals *last, uint32_t thread, uint32_t own) {
    for (uint32_t left = last->warps; left != 0; left &= left - 1) {
        uint32_t other = (uint32_t)__builtin_ctz(left);
        uint32_t lanes = last->lanes[other] & (other == thread / WARP_SIZE ? ~own : UINT32_MAX);
        Past past = {(uint32_t)block->number, other, lanes, last->time[other]};
        if (past.time < block->races.interval) continue;
        uint32_t unordered = lanes & ~causality_before(block, past, thread);
        if (unordered != 0) return (int)(other * WARP_SIZE + (uint32_t)__builtin_ctz(unordered));
    }
    return -1;
}

void causality_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    if (!is_watched(block, warp) || number >= SIM_BLOCK_BARRIERS) return;
    race_next_time(block);
    Causality *causality = causality_of(block);
    EventId event = event_of_lanes(block, warp, lanes);
    add_arrival(&causality->arriving[number], warp, lanes, block->races.now - 1);
    causality->arrived[number] = causality_continue(causality, causality->arrived[number], event);
    hand_in(block, &causality->handed[number], warp, lanes);
}

int causality_unordered_arrival(const SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes) {
    const Causality *causality = block->causality;
    if (causality == NULL || !is_watched(block, warp) || number >= SIM_BLOCK_BARRIERS) return -1;
    const Arrivals *last = &causality->last[number];
    if ((last->waited >> warp & 1) != 0) return -1;
    int other = unordered_arrival(block, last, warp * WARP_SIZE + (uint32_t)__builtin_ctz(lanes), UINT32_MAX);
    return other < 0 ? -1 : other / WARP_SIZE;
}

void causality_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting) {
    Causality *causality = block->causality;
    if (causality == NULL || number >= SIM_BLOCK_BARRIERS) return;
    EventId arrived = causality->arrived[number];
    causality->arrived[number] = 0;
    causality->last[number] = causality->arriving[number];
    causality->arriving[number].warps = 0;
    causality->last[number].waited = 0;
    causality_share(causality, arrived);
    for (uint32_t warp = 0; waiting != NULL && warp < WARPS && warp * WARP_SIZE < block->layout->threads; warp++) {
        causality->last[number].waited |= (uint32_t)(waiting[warp] != 0) << warp;
        hand_out(block, causality->handed[number], warp, waiting[warp]);
        for (uint32_t left = waiting[warp]; left != 0; left &= left - 1)
            set_known(causality, warp, left & (0U - left),
                      causality_join(causality, causality->known[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)],
                                     arrived));
    }
    causality->handed[number] = nothing_handed;
}

static Flag *flag_of_object(const SimBlockMemory *block, uint32_t object, bool make) {
    return flag_of(block, (UINT64_C(1) << 62 | (uint64_t)object << 1 | 1) ^ key_of_block(block), true, make);
}

static BarrierObject *object_of(CausalityGraph *graph, Flag *flag) {
    if (flag->object != 0) return &graph->object[flag->object];
    if (graph->objects + 2 > graph->object_capacity) {
        graph->object_capacity = graph->object_capacity == 0 ? 16 : 2 * graph->object_capacity;
        graph->object = memory_resize(graph->object, graph->object_capacity, sizeof *graph->object);
    }
    flag->object = ++graph->objects;
    graph->object[flag->object] = unused_object;
    return &graph->object[flag->object];
}

/* NULL where no thread has arrived at it. */
static BarrierObject *known_object(const SimBlockMemory *block, uint32_t number) {
    const Flag *flag = block->causality != NULL ? flag_of_object(block, number, false) : NULL;
    return flag == NULL || flag->object == 0 ? NULL : &block->causality->graph.object[flag->object];
}

void causality_object_arrived(SimBlockMemory *block, uint32_t object, uint32_t warp, uint32_t lanes) {
    if (!is_watched(block, warp)) return;
    race_next_time(block);
    Causality *causality = causality_of(block);
    Flag *flag = flag_of_object(block, object, true);
    EventId event = event_of_lanes(block, warp, lanes);
    flag->held[SCOPE_BLOCK] = causality_continue(causality, flag->held[SCOPE_BLOCK], event);
    BarrierObject *state = object_of(&causality->graph, flag);
    state->time = block->races.now - 1;
    if (causality->any_known || causality->any_fence[SCOPE_BLOCK] || causality->any_fence[SCOPE_DEVICE])
        hand_in(block, &state->arrived, warp, lanes);
}

int causality_object_counted(const SimBlockMemory *block, uint32_t object, uint32_t thread) {
    uint32_t warp = thread / WARP_SIZE, lane = UINT32_C(1) << thread % WARP_SIZE;
    BarrierObject *state = is_watched(block, warp) ? known_object(block, object) : NULL;
    if (state == NULL) return -1;
    add_arrival(&state->arriving, warp, lane, state->time);
    return unordered_arrival(block, &state->last, thread, lane);
}

/* Without what the thread knows: that is no part of what its copy releases. */
void causality_object_copied(SimBlockMemory *block, uint32_t object, uint32_t thread) {
    uint32_t warp = thread / WARP_SIZE;
    if (!is_watched(block, warp)) return;
    race_next_time(block);
    Causality *causality = causality_of(block);
    Flag *flag = flag_of_object(block, object, true);
    EventId event = causality_add_event(causality, (Event){.block = (uint32_t)block->number,
                                                           .warp = warp,
                                                           .lanes = UINT32_C(1) << thread % WARP_SIZE,
                                                           .time = block->races.now,
                                                           .interval = block->races.interval,
                                                           .since = block->races.warp_since[warp]});
    flag->held[SCOPE_BLOCK] = causality_continue(causality, flag->held[SCOPE_BLOCK], event);
}

void causality_object_completed(SimBlockMemory *block, uint32_t object) {
    BarrierObject *state = known_object(block, object);
    if (state == NULL) return;
    Flag *flag = flag_of_object(block, object, false);
    flag->completed = flag->held[SCOPE_BLOCK];
    state->completed = state->arrived;
    state->last = state->arriving;
    state->arriving.warps = 0;
}

void causality_object_waited(SimBlockMemory *block, uint32_t object, uint32_t thread) {
    Causality *causality = block->causality;
    const Flag *flag = causality != NULL ? flag_of_object(block, object, false) : NULL;
    if (flag == NULL || flag->completed == 0 || thread >= MAX_THREADS) return;
    causality_share(causality, flag->completed);
    causality->known[thread] = causality_join(causality, causality->known[thread], flag->completed);
    causality->any_known = true;
    if (flag->object != 0)
        hand_out(block, causality->graph.object[flag->object].completed, thread / WARP_SIZE,
                 UINT32_C(1) << thread % WARP_SIZE);
}

/* From now on each of the lanes releases what all of them have fenced since the last barrier of the block. */
static void share_fences_of_lanes(const SimBlockMemory *block, uint32_t warp, uint32_t lanes, Scope scope) {
    Causality *causality = block->causality;
    Fence *fences = &causality->fence[scope][warp * WARP_SIZE];
    const Fence *latest = &fences[__builtin_ctz(lanes)];
    uint32_t fenced = 0;
    bool shared = true;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        fenced |= (uint32_t)is_handed_over(&fences[lane]) << lane;
        shared &= fences[lane].event != 0 && fences[lane].event == latest->event;
        if (fences[lane].time > latest->time) latest = &fences[lane];
    }
    if (fenced == 0 || shared) return;
    Fence all = *latest;
    all.known = all.event = gather_fences_of_lanes(block, fences, warp, fenced);
    all.is_sc = true;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        bool is_own = fences[lane].time != 0 && !fences[lane].is_sc;
        EventId own = is_own ? gather_fences_of_lanes(block, fences, warp, UINT32_C(1) << lane) : 0;
        fences[lane] = all;
        if (is_own) fences[lane].known = fences[lane].event = causality_join(causality, all.event, own);
    }
}

/* From now on a fence of each of the lanes acquires what any of them has observed. */
static void share_observed(Causality *causality, EventId *observed, uint32_t lanes) {
    EventId all = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        all = causality_join(causality, all, observed[__builtin_ctz(left)]);
    for (uint32_t left = lanes; left != 0 && all != 0; left &= left - 1) observed[__builtin_ctz(left)] = all;
}

static void share_among_lanes(const SimBlockMemory *block, uint32_t warp, uint32_t lanes) {
    Causality *causality = block->causality;
    if (causality == NULL || lanes == 0) return;
    bool any_fence = causality->any_fence[SCOPE_BLOCK] || causality->any_fence[SCOPE_DEVICE];
    for (int scope = 0; scope < SCOPES; scope++) {
        if (any_fence) share_fences_of_lanes(block, warp, lanes, (Scope)scope);
        if (!causality->any_known) continue;
        share_observed(causality, &causality->observed[scope][warp * WARP_SIZE], lanes);
        share_observed(causality, &causality->observed_by_name[scope][warp * WARP_SIZE], lanes);
    }
}

void causality_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool whole) {
    if (!is_watched(block, warp)) return;
    share_among_lanes(block, warp, lanes);
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
