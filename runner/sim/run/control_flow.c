/* Control flow of one warp: branches, the end of paths and threads, and checks each time the fuel is used up.
 *
 * A path is a set of lanes with the instruction at which they continue and a reconvergence point at which the path
 * ends. When a branch splits the active lanes, a path for all of them is pushed that waits at the branch's
 * reconvergence point, and above it a path for each side; a path that reaches its reconvergence point is removed. A
 * side that starts at the reconvergence point has nothing to execute and is not pushed; a branch that reconverges
 * where the current path ends anyway (each exit from a loop) needs no path below, so that the stack does not grow
 * with the iterations.
 *
 * Where one side of a branch only leaves the function, as in `if (done) return;`, the two sides have no point in
 * common before the function's end. The lanes that stay then still end their path where the lanes of an enclosing
 * branch reconverge: hardware waits there for lanes that have not exited (BSYNC), and those that have are not waited
 * for. */
#include "base/text.h"
#include "finding_kinds.h"
#include "sim/handlers.h"
#include "sim/launch.h"

const SimInstr *sim_next_path(SimWarp *warp) {
    warp->watch.spins = 0;
    for (;;) {
        SimFrame *frame = &warp->frames[warp->frame_count - 1];
        while (warp->path_count > frame->paths) {
            SimPath path = warp->paths[--warp->path_count];
            uint32_t mask = path.mask & ~(frame->returned | warp->exited);
            warp->reconverge = path.reconverge;
            if (mask && path.parked) {
                warp->path_count++;
                return sim_pick_path(warp);
            }
            if (mask) {
                warp->active = mask;
                return path.at;
            }
        }
        if (warp->frame_count == 1) {
            warp->state = SIM_ENDED;
            warp->active = 0;
            return NULL;
        }
        const SimInstr *back = frame->back;
        sim_leave(warp);
        if (warp->active) return back;
    }
}

const SimInstr *sim_jump(SimWarp *warp, const SimInstr *instr) {
    warp->branches[instr->count].executed++;
    return instr->target;
}

static const SimInstr *reconvergence_point(const SimWarp *warp, const SimInstr *branch) {
    return branch->d != 0 && warp->reconverge != NULL ? warp->reconverge : branch->reconverge;
}

const SimInstr *sim_branch(SimWarp *warp, const SimInstr *instr) {
    SimBranchCounter *counter = &warp->branches[instr->count];
    uint32_t active = warp->active, taken = active & sim_predicate(warp, instr->guard);
    counter->executed++;
    if (taken == active) {
        counter->taken++;
        return instr->target;
    }
    if (!taken) return instr + 1;
    counter->divergent++;
    const SimInstr *reconverge = reconvergence_point(warp, instr), *target = instr->target, *next = instr + 1;
    if (warp->reconverge != reconverge) {
        sim_push_path(warp, active, reconverge, warp->reconverge);
        warp->reconverge = reconverge;
    }
    if (next == reconverge) {
        warp->active = taken;
        return target;
    }
    if (target != reconverge) sim_push_path(warp, taken, target, reconverge);
    warp->active = active & ~taken;
    return next;
}

const SimInstr *sim_branch_indexed(SimWarp *warp, const SimInstr *instr) {
    const SimInstr *const *targets = instr->extra;
    const uint32_t *index = sim_row(warp, instr->a);
    uint32_t count = instr->b, left = warp->active;
    SimBranchCounter *counter = &warp->branches[instr->count];
    counter->executed++;
    uint32_t first = index[__builtin_ctz(left)];
    uint32_t same = 0;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        if (!(left >> lane & 1)) continue;
        if (index[lane] >= count) {
            sim_finding(warp->worker->memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
                        "a jump table of %u entries was indexed with %u", count, index[lane]);
            return sim_stop(warp);
        }
        if (targets[index[lane]] == targets[first]) same |= UINT32_C(1) << lane;
    }
    if (same == left) return targets[first];
    counter->divergent++;
    const SimInstr *reconverge = reconvergence_point(warp, instr);
    if (warp->reconverge != reconverge) {
        sim_push_path(warp, left, reconverge, warp->reconverge);
        warp->reconverge = reconverge;
    }
    while (left) {
        const SimInstr *target = targets[index[__builtin_ctz(left)]];
        uint32_t side = 0;
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
            if ((left >> lane & 1) && targets[index[lane]] == target) side |= UINT32_C(1) << lane;
        left &= ~side;
        if (target != reconverge) sim_push_path(warp, side, target, reconverge);
    }
    return sim_next_path(warp);
}

const SimInstr *sim_return(SimWarp *warp, const SimInstr *instr) {
    uint32_t leaving = warp->active & sim_predicate(warp, instr->guard);
    if (warp->frame_count == 1) {
        warp->exited |= leaving;
        warp->worker->alive_threads -= (uint32_t)__builtin_popcount(leaving);
    } else {
        warp->frames[warp->frame_count - 1].returned |= leaving;
    }
    warp->active &= ~leaving;
    return warp->active ? instr + 1 : sim_next_path(warp);
}

const SimInstr *sim_exit(SimWarp *warp, const SimInstr *instr) {
    uint32_t leaving = warp->active & sim_predicate(warp, instr->guard);
    warp->exited |= leaving;
    warp->worker->alive_threads -= (uint32_t)__builtin_popcount(leaving);
    warp->active &= ~leaving;
    return warp->active ? instr + 1 : sim_next_path(warp);
}

const SimInstr *sim_trap(SimWarp *warp, const SimInstr *instr) {
    static const char *const messages[] = {
        [SIM_TRAP_OF_COMPILER] = "thread %s executed a trap that the compiler put in the place of code that CUDA does "
                                 "not allow, such as a write to a __constant__ variable",
        [SIM_TRAP_WRITTEN] = "thread %s executed a trap: the kernel stopped itself",
        [SIM_TRAP_OF_GRID] = "thread %s came to a barrier of the whole grid, which stopped the kernel: that barrier "
                             "needs a cooperative launch, and this is none. A program makes one with "
                             "cudaLaunchCooperativeKernel; `exec` runs programs"};
    char name[32];
    uint32_t thread = warp->number * WARP_SIZE + (uint32_t)__builtin_ctz(warp->active);
    SimTrap origin = (SimTrap)instr->imm;
    if (origin == SIM_TRAP_OF_GRID && warp->worker->launch->request->cooperative) origin = SIM_TRAP_WRITTEN;
    sim_finding(warp->worker->memory, FINDING_TRAP, false, instr->pc, UINT32_MAX, messages[origin],
                sim_thread_name(warp->worker->memory, thread, name));
    return sim_stop(warp);
}

/* At the end of a turn: finds out whether a warp that has polled waits for another one, by running a few steps of 32
 * instructions and comparing its states. A warp that waits gets short turns until it has run on for a while, because
 * warps that often hand over to each other would use up their budgets by waiting. True: another step follows. */
static bool try_step(SimWarp *warp, const SimInstr *next) {
    enum { STEP = 32 };
    uint64_t polls = sim_synchronising_accesses(warp->memory);
    bool polled = polls != warp->turn_polls, waits = false;
    if (polled) {
        warp->resume = next;
        uint64_t state = sim_warp_state(warp);
        for (uint32_t i = 0; i < warp->steps; i++) waits |= warp->step[i] == state;
        if (!waits && warp->steps < SIM_STEPS) {
            warp->step[warp->steps++] = state;
            warp->fuel = warp->refill = STEP;
            return true;
        }
    }
    uint64_t longest = warp->worker->launch->resident ? SIM_RESIDENT_TURN : SIM_FUEL;
    warp->turn_limit = waits ? SIM_SHORT_TURN : warp->turn_limit < longest ? 2 * warp->turn_limit : longest;
    if (warp->steps > 0 || warp->refill > (int64_t)warp->turn_limit)
        warp->fuel = warp->refill = (int64_t)warp->turn_limit;
    warp->steps = 0;
    warp->turn_polls = polls;
    return false;
}

const SimInstr *sim_refuel(SimWarp *warp, const SimInstr *leader) {
    SimWorker *worker = warp->worker;
    const SimLaunch *launch = worker->launch;
    uint64_t used = (uint64_t)(warp->refill - warp->fuel);
    warp->spent += used;
    warp->turn += used;
    warp->fuel = warp->refill;
    if (launch->request->interrupted != NULL && *launch->request->interrupted) worker->interrupted = true;
    if (worker->interrupted || launch->stop) {
        warp->state = SIM_STOPPED;
        worker->stopped = true;
        return NULL;
    }
    if (warp->spent > launch->budget && launch->gives_up) {
        worker->launch->exhausted = true;
        return sim_stop(warp);
    }
    if (warp->spent > launch->budget) {
        char name[32], lines[64];
        uint32_t thread = warp->number * WARP_SIZE + (uint32_t)__builtin_ctz(warp->active);
        Arena *arena = arena_new(); /* the launch's belongs to all workers */
        sim_finding(
            worker->memory, FINDING_BUDGET, false, leader->pc, UINT32_MAX,
            "the warp of thread %s has executed more than %s instructions: is there a loop here%s that never ends?",
            sim_thread_name(worker->memory, thread, name), text_grouped(arena, launch->budget),
            sim_loop_lines(worker->program, leader->pc, lines));
        arena_free(arena);
        return sim_stop(warp);
    }
    const SimInstr *next = sim_watch_paths(warp, leader);
    warp->fuel = warp->refill;
    if (warp->turn < warp->turn_limit || (!warp->cut && try_step(warp, next))) return next;
    /* The turn ends: this warp may be waiting for another one. */
    warp->turn = 0;
    warp->resume = next;
    return NULL;
}
