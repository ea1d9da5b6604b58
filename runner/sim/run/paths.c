/* Which of a warp's diverged paths runs: forward progress for every lane, as Volta and later GPUs guarantee it.
 *
 * As a rule the newest path runs to its end, then the one below it. That is not enough where lanes wait for each
 * other:
 *
 *     while (atomicCAS(&lock, 0, 1) != 0);     the lane that has the lock waits after the loop for the lanes that
 *     ...; atomicExch(&lock, 0);               spin in it, and these wait for that lane
 *
 * So a path is watched once it has run long while other paths of its warp wait. If it reaches one instruction twice
 * with the same registers, it spins: it repeats itself until another path changes memory. Then the path that has
 * waited longest runs. If all paths spin, the lanes that have reached a reconvergence point run on without the
 * others. This never happens to a kernel in which no lane waits for another, so that its counts are those of the
 * rule above. A loop that polls memory and also counts its attempts never has the same registers twice; it is taken
 * to spin after a share of the budget.
 *
 * A path that waits for other lanes to join it lies below their paths on the stack. Lanes of a function that was
 * called by some lanes only cannot wait for lanes outside it; that ends in the budget's finding.
 *
 * Lanes that come to a barrier before the rest of their warp are parked there, on a path that does not run. When all
 * lanes that have not exited are parked, the warp arrives, once. (The code that ptxas 13.0 makes of barrier.sync
 * without .aligned does the same: WARPSYNC.COLLECTIVE, then one BAR; tried on an H200.) The others may exit
 * meanwhile, because hardware since Volta waits for no thread that has exited. If instead the others wait at a
 * reconvergence point for the parked lanes, no path can run. Then they run on alone if the parked lanes wait at
 * barrier.sync without .aligned, which a warp's lanes may reach at different times and places. An aligned barrier,
 * such as __syncthreads(), must be reached by all lanes together, and it is a finding. (Not so after lanes ran on
 * without others that spin: hardware would have kept them together.)
 *
 * Lanes that wait in a shuffle or in __syncwarp() for others that their mask names are parked as well (warp_sync.c). */
#include "sim/handlers.h"
#include "sim/launch.h"

#include <string.h>

enum { WATCHED_FUEL = 128, WATCHED_TIMES = 16, BUDGET_SHARE = 16 };

static uint32_t gone(const SimWarp *warp) {
    return warp->frames[warp->frame_count - 1].returned | warp->exited;
}

static size_t lowest(const SimWarp *warp) {
    return warp->frames[warp->frame_count - 1].paths;
}

static const SimInstr *take(SimWarp *warp, size_t index) {
    SimPath path = warp->paths[index];
    warp->path_count--;
    memmove(&warp->paths[index], &warp->paths[index + 1], (warp->path_count - index) * sizeof path);
    warp->active = path.mask & ~gone(warp);
    warp->reconverge = path.reconverge;
    return path.at;
}

/* The lanes, which have reached the reconvergence point of paths[index], run on from there. The path keeps waiting
 * for its other lanes. */
static const SimInstr *release(SimWarp *warp, size_t index, uint32_t lanes) {
    SimPath *path = &warp->paths[index];
    path->mask &= ~lanes;
    warp->active = lanes;
    warp->reconverge = path->reconverge;
    return path->at;
}

/* The newest path whose reconvergence point some of its lanes (*lanes) have reached, while others, in busy or on a
 * newer path, have not. False where there is none. */
static bool find_join(const SimWarp *warp, uint32_t busy, size_t *index, uint32_t *lanes) {
    for (size_t i = warp->path_count; i-- > lowest(warp);) {
        uint32_t live = warp->paths[i].mask & ~gone(warp);
        if (!warp->paths[i].parked && (live & busy) != 0 && (live & ~busy) != 0) {
            *index = i;
            *lanes = live & ~busy;
            return true;
        }
        busy |= live;
    }
    return false;
}

/* Whether the only instruction left to lanes at `at` is the return from their function. */
static bool is_the_end(const SimInstr *at) {
    /* `at` is a leader or the instruction after one */
    return at->run == sim_return || at->run == sim_exit || at[1].run == sim_return || at[1].run == sim_exit;
}

/* Lets lanes of the kernel that have nothing left but to return do so while others are in a function that it called,
 * where they wait at a barrier: nobody waits for lanes that have returned. */
static void let_return(SimWarp *warp) {
    uint32_t absent = warp->threads & ~warp->exited;
    if (warp->frame_count == 1 || warp->path_count == lowest(warp)) return;
    uint32_t pc = warp->paths[warp->path_count - 1].at->pc;
    absent &= ~warp->frames[1].called;
    for (size_t i = warp->frames[1].paths; i-- > 0 && absent != 0;) {
        uint32_t lanes = warp->paths[i].mask & absent;
        if (lanes == 0) continue;
        const SimInstr *at = warp->paths[i].at;
        if (!is_the_end(at) || sim_left_out(warp, pc, lanes, at, true) != 0) return;
        warp->exited |= lanes;
        warp->worker->alive_threads -= (uint32_t)__builtin_popcount(lanes);
        absent &= ~lanes;
    }
}

/* No path can run, because lanes are parked. The lanes that have reached the reconvergence point of paths[index] run
 * on without the parked ones. If these are parked at an aligned barrier, and the lanes that run on cannot just have
 * returned from the kernel, the block ends with a finding. */
static const SimInstr *run_past_parked(SimWarp *warp, size_t index, uint32_t lanes) {
    bool at_end = warp->frame_count == 1 && is_the_end(warp->paths[index].at);
    for (size_t i = index + 1; i < warp->path_count && !warp->watch.released; i++) {
        SimPath *path = &warp->paths[i];
        bool waits = path->parked && (path->mask & warp->paths[index].mask & ~gone(warp)) != 0;
        if (!waits) continue;
        uint32_t living = warp->threads & ~warp->exited;
        uint32_t others = sim_left_out(warp, path->at->pc, lanes, warp->paths[index].at, at_end);
        if (others == 0) continue;
        if (others == lanes) others = living & ~path->mask; /* none of them has returned */
        if (path->at->run == sim_barrier && (path->at->imm & SIM_BARRIER_ALIGNED))
            return sim_divergent_barrier(warp, path, others, at_end);
        path->passed |= others & lanes;
    }
    return release(warp, index, lanes);
}

const SimInstr *sim_pick_path(SimWarp *warp) {
    uint32_t above = 0, lanes;
    size_t index;
    if (warp->syncs != 0) sim_complete_syncs(warp);
    if (warp->worker->stopped) return NULL;
    for (size_t i = warp->path_count; i-- > lowest(warp);) {
        uint32_t live = warp->paths[i].mask & ~gone(warp);
        if (!warp->paths[i].parked && live != 0 && (live & above) == 0) return take(warp, i);
        above |= live;
    }
    if (above == 0) {
        warp->path_count = lowest(warp);
        return sim_next_path(warp);
    }
    if (find_join(warp, 0, &index, &lanes)) return run_past_parked(warp, index, lanes);
    let_return(warp);
    return sim_gather(warp);
}

const SimInstr *sim_park(SimWarp *warp, const SimInstr *barrier) {
    sim_push_path(warp, warp->active, barrier, warp->reconverge);
    warp->paths[warp->path_count - 1].parked = true;
    return sim_pick_path(warp);
}

/* ---- paths that wait for another path ---------------------------------------------------------------------------- */

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, (const uint8_t *)bytes + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash;
}

static uint64_t state_of(const SimWarp *warp) {
    const SimFunction *function = warp->frames[warp->frame_count - 1].function;
    uint64_t hash = mix(warp->carry, warp->area[SIM_AREA_FRAME], function->frame_size);
    for (uint32_t i = 0; i < function->predicates; i++)
        hash = (hash ^ warp->predicates[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash;
}

/* The oldest path that could run beside the active one, and how many there are. */
static size_t count_others(const SimWarp *warp, size_t *oldest) {
    uint32_t above = warp->active;
    size_t count = 0;
    for (size_t i = warp->path_count; i-- > lowest(warp);) {
        uint32_t live = warp->paths[i].mask & ~gone(warp);
        if (!warp->paths[i].parked && live != 0 && (live & above) == 0) {
            *oldest = i;
            count++;
        }
        above |= live;
    }
    return count;
}

static const SimInstr *let_others_run(SimWarp *warp, const SimInstr *here, bool stuck) {
    size_t oldest = 0, index, others = count_others(warp, &oldest);
    uint32_t lanes, active = warp->active;
    SimWatch *watch = &warp->watch;
    watch->tries = 0;
    if (warp->syncs != 0) { /* lanes that others waited for may have exited */
        sim_complete_syncs(warp);
        others = count_others(warp, &oldest);
        if (warp->worker->stopped) return NULL;
    }
    if (others != 0 && !(stuck && ++watch->spins > others + 1)) {
        sim_push_path(warp, active, here, warp->reconverge);
        return take(warp, oldest);
    }
    if (!stuck || !find_join(warp, active, &index, &lanes)) return here;
    watch->spins = 0;
    watch->released = true;
    sim_push_path(warp, active, here, warp->reconverge);
    return release(warp, index, lanes);
}

/* Whether lanes that poll memory in a loop with ever changing registers are taken to spin: they have polled all the
 * time for a share of the budget. */
static bool polls_too_long(SimWarp *warp) {
    SimWatch *watch = &warp->watch;
    uint64_t polls = sim_synchronising_accesses(warp->memory), spent = sim_spent(warp);
    if (polls == watch->polls || warp->active != watch->polling || watch->polled_since == 0)
        watch->polled_since = spent;
    watch->polls = polls;
    watch->polling = warp->active;
    if (!watch->assumed_spin && spent - watch->polled_since < warp->worker->launch->budget / BUDGET_SHARE) {
        watch->postponed++;
        return false;
    }
    watch->polled_since = 0;
    watch->assumed_spin = true;
    return true;
}

const SimInstr *sim_watch_paths(SimWarp *warp, const SimInstr *leader) {
    SimWatch *watch = &warp->watch;
    warp->refill = (int64_t)warp->turn_limit;
    if (warp->path_count == lowest(warp)) return leader + 1;
    uint64_t state = state_of(warp);
    warp->refill = WATCHED_FUEL;
    if (watch->tries != 0 && watch->at == leader && watch->active == warp->active && watch->state == state)
        return let_others_run(warp, leader + 1, true);
    /* at checks 0, 1, 2, 4 and 8, so that a loop over several states is found too */
    if ((watch->tries & (watch->tries - 1)) == 0) {
        watch->at = leader;
        watch->active = warp->active;
        watch->state = state;
    }
    if (++watch->tries < WATCHED_TIMES) return leader + 1;
    warp->refill = (int64_t)warp->turn_limit;
    return let_others_run(warp, leader + 1, polls_too_long(warp));
}
