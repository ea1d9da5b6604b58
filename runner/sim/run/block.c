/* One block: its warps, its barriers, the order in which they run.
 *
 * Barriers (PTX ISA, barrier; the CUDA C++ Programming Guide on __syncthreads()). A barrier without a number of
 * threads waits for all threads of the block that have not exited: since Volta hardware waits for no thread that has
 * (bench/results/2026-11-21_h200_barriers.txt and 2026-11-26_h200_barriers.txt). One with a number of threads waits
 * for that many, orders only the warps that arrived at it, and opens with the last arrival, so that a warp can run on
 * while others are still far from it.
 *
 * Findings, besides barriers in divergent code (paths.c):
 *     a number of threads that is no multiple of 32, or not the same for all that meet (PTX ISA, barrier), which an
 *         H200 ends with an illegal instruction; an arrival whose number is 0, which an H100 ends alike (where a wait
 *         gives 0, it is for all threads)
 *     a warp that comes to a barrier with a number of threads after it has opened for others, where nothing orders it
 *         after them: it might have come in the place of one of them, and the barrier have opened before that one came
 *     warps that meet at different __syncthreads(), or threads that end without having come, where they cannot have
 *         returned before it (early_return.c): the Guide allows a barrier under a condition only where the condition is
 *         the same for the whole block. An H200 opens both; synccheck calls the first one divergent.
 *
 * Turns. A warp runs until it waits at a barrier, has ended or has used up its fuel; then the next one runs, in the
 * order of the schedule (schedule.c): ascending, descending, or random. A warp whose arrival opens a barrier with a
 * number of threads runs on in its turn: in ascending order it is as far ahead of the others as it can be, in
 * descending order as far behind. A barrier of the whole block opens when all warps have had their turn, because no
 * warp can run on before. If no barrier is complete and no warp can run, the block is deadlocked. (Where warps still
 * run, but only repeat themselves, deadlock.c finds it.) */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/handlers.h"
#include "sim/launch.h"

/* The operands of a barrier instruction: the barrier, and how many threads it waits for (0: all of the block). */
typedef struct Arrival {
    uint32_t number, expected;
} Arrival;

static uint32_t lane_name_list(const SimWarp *warp, uint32_t lanes, char *text, size_t size) {
    uint32_t count = (uint32_t)__builtin_popcount(lanes), first = (uint32_t)__builtin_ctz(lanes);
    uint32_t last = 31u - (uint32_t)__builtin_clz(lanes), base = warp->number * WARP_SIZE;
    char one[32], other[32];
    sim_thread_name(warp->worker->memory, base + first, one);
    sim_thread_name(warp->worker->memory, base + last, other);
    if (count == 1)
        snprintf(text, size, "thread %s", one);
    else
        snprintf(text, size, "%u threads from %s to %s", count, one, other);
    return count;
}

const SimInstr *sim_divergent_barrier(SimWarp *warp, const SimPath *path, uint32_t others, bool at_end) {
    char here[96], absent[96];
    uint32_t count = lane_name_list(warp, others, absent, sizeof absent);
    lane_name_list(warp, path->mask & ~warp->exited, here, sizeof here);
    sim_finding(warp->worker->memory, FINDING_BARRIER, false, path->at->pc, UINT32_MAX,
                "a barrier in divergent code: %s reached it, %s of the same warp %s %s", here, absent,
                count == 1 ? "is" : "are", at_end ? "at the end of the kernel already" : "elsewhere");
    return sim_stop(warp);
}

static Arrival arrival_of(SimWarp *warp, const SimInstr *instr) {
    uint32_t lane = (uint32_t)__builtin_ctz(warp->active);
    const uint32_t *number = sim_row(warp, instr->a), *expected = sim_row(warp, instr->b);
    return (Arrival){.number = number[lane], .expected = expected[lane]};
}

static bool in_use(const SimWorker *worker, uint32_t number) {
    return worker->barriers_in_use >> number & 1;
}

/* A finding stops the block. */
static bool refuse(SimWarp *warp, const SimInstr *instr, uint32_t other_pc, const char *why) {
    sim_finding(warp->worker->memory, FINDING_BARRIER, false, instr->pc, other_pc, "%s", why);
    sim_stop(warp);
    return false;
}

/* How many threads a barrier waits for, as far as warps can tell. */
static uint32_t threads_awaited(const SimWorker *worker, uint32_t expected) {
    return expected != 0 ? expected : (worker->launch->threads + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE;
}

/* Whether the operands are such as PTX allows; else a finding has stopped the block. */
static bool check_operands(SimWarp *warp, const SimInstr *instr, Arrival arrival) {
    const SimWorker *worker = warp->worker;
    char text[256];
    if (arrival.number >= SIM_BARRIERS) {
        snprintf(text, sizeof text, "barrier number %u: a block has the barriers 0 to %d", arrival.number,
                 SIM_BARRIERS - 1);
        return refuse(warp, instr, UINT32_MAX, text);
    }
    if (arrival.expected % WARP_SIZE != 0) {
        snprintf(text, sizeof text,
                 "barrier %u is to wait for %u threads: it counts whole warps, so the number must be a multiple of 32",
                 arrival.number, arrival.expected);
        return refuse(warp, instr, UINT32_MAX, text);
    }
    if (arrival.expected == 0 && (instr->imm & 255) == PTX_BAR_ARRIVE) {
        snprintf(text, sizeof text,
                 "an arrival at barrier %u gives 0 as the number of threads: one that does not wait must say how many "
                 "threads come there, itself included",
                 arrival.number);
        return refuse(warp, instr, UINT32_MAX, text);
    }
    const SimBarrier *barrier = &worker->barriers[arrival.number];
    uint32_t awaited = threads_awaited(worker, arrival.expected);
    if (in_use(worker, arrival.number) && threads_awaited(worker, barrier->expected) != awaited) {
        snprintf(text, sizeof text,
                 "one warp waits at barrier %u for %u threads, another for %u: all that meet there must give the same "
                 "number",
                 arrival.number, threads_awaited(worker, barrier->expected), awaited);
        return refuse(warp, instr, barrier->first_pc, text);
    }
    return true;
}

/* Whether the warp has its place at this opening of the barrier for certain; else a finding has stopped the block. One
 * that waits for one warp opens for whoever comes. */
static bool check_turn(SimWarp *warp, const SimInstr *instr, Arrival arrival) {
    if (arrival.expected <= WARP_SIZE) return true;
    SimBlockMemory *memory = warp->worker->memory;
    int other = sim_barrier_unordered(memory, arrival.number, warp->number, warp->active);
    if (other < 0) return true;
    char here[32], there[32], text[320];
    snprintf(
        text, sizeof text,
        "barrier %u waits for any %u threads, and luck decides for which it opens: nothing keeps the warp of thread "
        "%s from coming before that of thread %s, for which it has opened already. Each group needs a barrier of "
        "its own, or a count of all that come",
        arrival.number, arrival.expected, sim_thread_name(memory, warp->number * WARP_SIZE, here),
        sim_thread_name(memory, (uint32_t)other * WARP_SIZE, there));
    return refuse(warp, instr, UINT32_MAX, text);
}

/* Whether it is what __syncthreads() compiles to. Other barriers may be met at several places (PTX ISA, barrier). */
static bool is_syncthreads(const SimInstr *instr, Arrival arrival) {
    return arrival.number == 0 && arrival.expected == 0 && (instr->imm & SIM_BARRIER_ALIGNED) != 0;
}

/* The active lanes arrive. first: the first lanes of their warp; else others that came to the same barrier by
 * another path. False after a finding that stops the block. */
static bool arrive(SimWarp *warp, const SimInstr *instr, Arrival arrival, bool first) {
    SimWorker *worker = warp->worker;
    if (!check_operands(warp, instr, arrival) || !check_turn(warp, instr, arrival)) return false;
    SimBarrier *barrier = &worker->barriers[arrival.number];
    /* A full warp is the usual case, and on processors that may lack the instruction the builtin is a call. */
    uint32_t voters = warp->active == ALL_LANES ? WARP_SIZE : (uint32_t)__builtin_popcount(warp->active);
    if (!in_use(worker, arrival.number)) {
        *barrier = (SimBarrier){.all = 1, .first_pc = instr->pc, .expected = arrival.expected};
        worker->barriers_in_use |= 1U << arrival.number;
    } else if (barrier->first_pc != instr->pc && is_syncthreads(instr, arrival)) {
        return refuse(
            warp, instr, barrier->first_pc,
            "warps of one block met at different __syncthreads(): CUDA asks that all threads reach the same one");
    }
    sim_barrier_arrive(worker->memory, arrival.number, warp->number, warp->active);
    barrier->scattered |= barrier->first_pc != instr->pc;
    barrier->only_arrive |= (instr->imm & 255) == PTX_BAR_ARRIVE;
    /* A barrier with a thread count counts whole warps, as the hardware does. */
    barrier->arrived += !arrival.expected ? voters : first ? WARP_SIZE : 0;
    if (instr->imm >> 8 & 255) {
        uint32_t votes = (uint32_t)__builtin_popcount(warp->active & sim_predicate(warp, instr->guard));
        barrier->count += votes;
        barrier->all &= votes == voters;
        barrier->any |= votes != 0;
    }
    return true;
}

static void deliver_to(SimWarp *warp, const SimInstr *instr, const SimBarrier *barrier) {
    uint32_t *row;
    switch (instr->imm >> 8 & 255) {
    case PTX_POPC:
        row = sim_row(warp, instr->dest);
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
            if (warp->active >> lane & 1) row[lane] = barrier->count;
        break;
    case PTX_AND: sim_predicate_set(warp, instr->dest, barrier->all ? ALL_LANES : 0); break;
    case PTX_OR: sim_predicate_set(warp, instr->dest, barrier->any ? ALL_LANES : 0); break;
    default: break;
    }
}

static void deliver(SimWarp *warp, const SimBarrier *barrier) {
    warp->state = SIM_READY;
    warp->cuts = SIM_CUT_TURNS;
    if (!warp->gathered) {
        if ((warp->resume->imm >> 8 & 255) != 0) deliver_to(warp, warp->resume, barrier);
        warp->resume++;
        return;
    }
    const SimFrame *frame = &warp->frames[warp->frame_count - 1];
    for (size_t i = frame->paths; i < warp->path_count; i++) {
        warp->active = warp->paths[i].mask & ~(frame->returned | warp->exited);
        if (warp->paths[i].parked) deliver_to(warp, warp->paths[i].at, barrier);
    }
    warp->gathered = false;
    sim_unpark(warp);
    warp->resume = sim_pick_path(warp);
}

static void open_barrier(SimWorker *worker, uint32_t number) {
    SimBarrier *barrier = &worker->barriers[number];
    uint32_t waiting[SIM_MAX_WARPS]; /* lanes, by warp; set up to warp_count: to clear all costs more than the rest */
    SimLoads loads[SIM_MAX_WARPS];
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        SimWarp *warp = &worker->warps[i];
        bool waits = warp->state == SIM_WAITING && warp->arrived == number;
        waiting[i] = waits ? warp->threads & ~warp->exited : 0;
        loads[i] = (SimLoads){warp->loads, warp->loads_before};
        if (waits) deliver(warp, barrier);
    }
    worker->barrier_counts[barrier->first_pc]++;
    worker->barriers_in_use &= ~(1U << number);
    bool everyone = !barrier->expected && !barrier->only_arrive;
    sim_barrier_open(worker->memory, number, waiting, everyone, barrier->scattered ? UINT32_MAX : barrier->first_pc);
    if (!everyone) return;
    for (uint32_t i = 0; i < worker->warp_count; i++) worker->warps[i].loads_before = worker->warps[i].loads;
    sim_copies_barrier(worker->memory, loads, worker->warp_count);
}

/* Whether a barrier of the whole block opens only because threads have ended that cannot have returned before it; then
 * a finding has stopped the block. */
static bool was_left_out(SimWorker *worker, uint32_t number) {
    const SimBarrier *barrier = &worker->barriers[number];
    uint32_t count = 0;
    if (barrier->expected != 0 || worker->alive_threads == worker->launch->threads) return false;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        SimWarp *warp = &worker->warps[i];
        if (warp->watch.released && warp->state == SIM_WAITING && warp->arrived == number) return false;
        uint32_t lanes = warp->exited & warp->threads;
        if (lanes == 0) continue;
        count += (uint32_t)__builtin_popcount(sim_left_out(warp, barrier->first_pc, lanes, NULL, true));
    }
    if (count == 0) return false;
    sim_finding(worker->memory, FINDING_BARRIER, false, barrier->first_pc, UINT32_MAX,
                "a barrier that not all threads of the block reach: %u of them %s ended without coming to it, and "
                "CUDA asks that all threads come or none",
                count, count == 1 ? "has" : "have");
    return worker->stopped = true;
}

/* Opens every barrier at which all expected threads have arrived; false where there is none. */
static bool open_barriers(SimWorker *worker) {
    bool opened = false;
    for (uint32_t left = worker->barriers_in_use; left != 0; left &= left - 1) {
        uint32_t number = (uint32_t)__builtin_ctz(left);
        const SimBarrier *barrier = &worker->barriers[number];
        if (barrier->arrived < (barrier->expected ? barrier->expected : worker->alive_threads)) continue;
        if (was_left_out(worker, number)) return opened;
        open_barrier(worker, number);
        opened = true;
    }
    return opened;
}

static bool opens_at_once(const SimWorker *worker, uint32_t number) {
    const SimBarrier *barrier = &worker->barriers[number];
    return in_use(worker, number) && barrier->expected != 0 && barrier->arrived >= barrier->expected;
}

static void wait_at(SimWarp *warp, const SimInstr *instr, uint32_t number, bool gathered) {
    warp->state = SIM_WAITING;
    warp->resume = instr;
    warp->arrived = number;
    warp->gathered = gathered;
}

/* The warp has arrived. It waits, unless it came by bar.arrive or is the last one that a barrier with a thread count
 * expects. */
static const SimInstr *wait_or_go_on(SimWarp *warp, const SimInstr *instr, uint32_t number, bool gathered) {
    SimWorker *worker = warp->worker;
    bool opens = opens_at_once(worker, number);
    if ((instr->imm & 255) == PTX_BAR_ARRIVE) {
        if (opens) open_barrier(worker, number);
        if (!gathered) return instr + 1;
        sim_unpark(warp);
        return sim_pick_path(warp);
    }
    wait_at(warp, instr, number, gathered);
    if (!opens) return NULL;
    open_barrier(worker, number);
    return warp->resume;
}

/* Whether the warp comes as most do: whole, to a __syncthreads() at which other warps of its block wait. number: lane
 * 0's barrier. Then nothing can be said that arrive() did not say of the first of those warps. */
static bool joins_others(const SimWarp *warp, const SimInstr *instr, uint32_t number) {
    const SimWorker *worker = warp->worker;
    if (warp->active != ALL_LANES || (instr->imm & 0xffff) != PTX_BAR_SYNC) return false;
    if (number >= SIM_BARRIERS || !in_use(worker, number)) return false;
    const SimBarrier *barrier = &worker->barriers[number];
    return barrier->first_pc == instr->pc && barrier->expected == 0 && *(uint32_t *)sim_row(warp, instr->b) == 0;
}

/* a: row of the barrier's number; b: row of the thread count; guard: the predicate of a reduction, dest its result;
 * imm: the PtxMode in the low byte, the PtxBool of a reduction in the next, SIM_BARRIER_ALIGNED. */
const SimInstr *sim_barrier(SimWarp *warp, const SimInstr *instr) {
    uint32_t number = *(uint32_t *)sim_row(warp, instr->a);
    if (joins_others(warp, instr, number)) {
        sim_barrier_arrive(warp->worker->memory, number, warp->number, ALL_LANES);
        warp->worker->barriers[number].arrived += WARP_SIZE;
        wait_at(warp, instr, number, false);
        return NULL;
    }
    if ((warp->threads & ~warp->exited & ~warp->active) != 0) return sim_park(warp, instr);
    Arrival arrival = arrival_of(warp, instr);
    if (!arrive(warp, instr, arrival, true)) return NULL;
    return wait_or_go_on(warp, instr, arrival.number, false);
}

static const SimInstr *report_two_barriers(SimWarp *warp, const SimPath *one, const SimPath *other) {
    char here[96], there[96];
    lane_name_list(warp, one->mask & ~warp->exited, here, sizeof here);
    lane_name_list(warp, other->mask & ~warp->exited, there, sizeof there);
    sim_finding(warp->worker->memory, FINDING_BARRIER, false, one->at->pc, other->at->pc,
                "lanes of one warp wait at different barriers: %s here, %s there, and a warp waits at one at a time",
                here, there);
    return sim_stop(warp);
}

/* Reports lanes that can never come to a barrier.sync (a cooperative group's sync()): they ran on from the
 * reconvergence point at which the waiting lanes were to join them, and ended. */
static const SimInstr *report_passed(SimWarp *warp, const SimPath *path, uint32_t passed) {
    char here[96], absent[96];
    lane_name_list(warp, path->mask & ~warp->exited, here, sizeof here);
    lane_name_list(warp, passed, absent, sizeof absent);
    sim_finding(warp->worker->memory, FINDING_BARRIER, false, path->at->pc, UINT32_MAX,
                "a barrier that only a part of a warp comes to: %s reached it, %s went on past it and ended", here,
                absent);
    return sim_stop(warp);
}

const SimInstr *sim_gather(SimWarp *warp) {
    const SimFrame *frame = &warp->frames[warp->frame_count - 1];
    const SimPath *first = NULL;
    Arrival arrival = {0, 0};
    uint32_t waiting = 0, living = warp->threads & ~warp->exited;
    if (sim_report_absent(warp)) return sim_stop(warp);
    for (size_t i = frame->paths; i < warp->path_count; i++) waiting |= warp->paths[i].parked ? warp->paths[i].mask : 0;
    for (size_t i = frame->paths; i < warp->path_count; i++) {
        const SimPath *path = &warp->paths[i];
        warp->active = path->mask & living & ~frame->returned;
        if (!path->parked || !warp->active) continue;
        bool apart = (path->at->imm & SIM_BARRIER_ALIGNED) && !warp->watch.released && warp->active != living;
        /* or others are in a calling function, where they cannot run before these lanes return */
        if (apart || (waiting & living) != living)
            return sim_divergent_barrier(warp, path, living & ~path->mask, false);
        Arrival its = arrival_of(warp, path->at);
        if (first != NULL &&
            (its.number != arrival.number || its.expected != arrival.expected || path->at->imm != first->at->imm))
            return report_two_barriers(warp, first, path);
        if (!arrive(warp, path->at, its, first == NULL)) return NULL;
        if (first == NULL) first = path;
        uint32_t passed = path->passed & warp->exited;
        if (its.expected == 0 && passed != 0) return report_passed(warp, path, passed);
        arrival = its;
    }
    return wait_or_go_on(warp, first->at, arrival.number, true);
}

static void report_deadlock(SimWorker *worker) {
    const SimWarp *waiting[2] = {NULL, NULL};
    uint32_t count = 0;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        const SimWarp *warp = &worker->warps[i];
        if (warp->state != SIM_WAITING) continue;
        count++;
        if (waiting[0] == NULL)
            waiting[0] = warp;
        else if (waiting[1] == NULL && warp->resume != waiting[0]->resume)
            waiting[1] = warp;
    }
    const SimBarrier *barrier = &worker->barriers[waiting[0]->arrived];
    uint32_t expected = barrier->expected ? barrier->expected : worker->alive_threads;
    sim_finding(worker->memory, FINDING_DEADLOCK, false, waiting[0]->resume->pc,
                waiting[1] != NULL ? waiting[1]->resume->pc : UINT32_MAX,
                "%u warp%s of the block wait at barriers that can never open: barrier %u has %u threads of %u%s", count,
                count == 1 ? "" : "s", waiting[0]->arrived, barrier->arrived, expected,
                waiting[1] != NULL ? ", and other warps wait at another barrier" : "; the others have ended");
    worker->stopped = true;
}

static void begin_block(SimWorker *worker, uint64_t number) {
    const Launch *request = worker->launch->request;
    worker->block = number;
    worker->index[0] = (uint32_t)(number % request->grid[0]);
    worker->index[1] = (uint32_t)(number / request->grid[0] % request->grid[1]);
    worker->index[2] = (uint32_t)(number / request->grid[0] / request->grid[1]);
    worker->random = worker->launch->seed ^ number * UINT64_C(0xd1342543de82ef95);
    worker->alive_threads = worker->launch->threads;
    worker->barriers_in_use = 0;
    sim_deadlock_begin(worker);
    uint32_t value[4] = {worker->index[0], worker->index[1], worker->index[2],
                         (uint32_t)(number % SIM_MULTIPROCESSORS)};
    for (int row = 0; row < 4; row++)
        for (int lane = 0; lane < WARP_SIZE; lane++)
            ((uint32_t *)(void *)worker->block_rows)[row * WARP_SIZE + lane] = value[row];
    sim_block_begin(worker->memory, number, worker->index);
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        SimWarp *warp = &worker->warps[i];
        warp->exited = warp->carry = 0;
        warp->active = warp->threads;
        warp->fuel = warp->refill = SIM_FUEL;
        warp->spent = warp->turn = warp->requests = warp->loads = warp->loads_before = 0;
        warp->constants = warp->idle_threads = 0;
        warp->turn_limit = SIM_FUEL;
        if (worker->launch->resident) warp->fuel = warp->refill = (int64_t)(warp->turn_limit = SIM_SHORT_TURN);
        warp->turn_polls = sim_synchronising_accesses(worker->memory);
        warp->steps = 0;
        warp->watch = (SimWatch){.tries = 0};
        warp->gathered = false;
        warp->syncs = 0;
        warp->cuts = SIM_CUT_TURNS;
        warp->state = SIM_READY;
        sim_enter_kernel(warp, worker->program->kernel);
        warp->resume = worker->program->kernel->entry;
    }
}

void sim_begin_block(SimWorker *worker, uint64_t number) {
    begin_block(worker, number);
    sim_choose_order(worker);
}

/* Where a block of a resident launch has polled, its turn ends at the next barrier, so that all blocks that wait for
 * one event see it before one of them does what follows. Otherwise a block would see the next event of a block that ran
 * ahead as well, which would order what nothing orders on a GPU: races after a barrier of the grid would be missed. */
static bool ends_at_barrier(const SimWorker *worker, uint64_t polls) {
    return worker->launch->resident && sim_synchronising_accesses(worker->memory) != polls;
}

bool sim_run_turns(SimWorker *worker) {
    uint64_t polls = sim_synchronising_accesses(worker->memory);
    for (;;) {
        for (uint32_t i = 0; i < worker->warp_count; i++) {
            SimWarp *warp = &worker->warps[worker->order[i]];
            if (warp->state == SIM_READY) sim_run_turn(warp);
            if (worker->stopped) return false;
        }
        bool ready = false, waiting = false;
        for (uint32_t i = 0; i < worker->warp_count; i++) {
            ready |= worker->warps[i].state == SIM_READY;
            waiting |= worker->warps[i].state == SIM_WAITING;
        }
        if (!ready && !waiting) return false;
        bool opened = open_barriers(worker);
        if (worker->stopped) return false;
        if (!opened && !ready) {
            report_deadlock(worker);
            return false;
        }
        if (worker->launch->request->schedule == SCHEDULE_RANDOM) sim_choose_order(worker);
        if (!opened || ends_at_barrier(worker, polls)) return true;
    }
}

void sim_run_block(SimWorker *worker, uint64_t number) {
    sim_begin_block(worker, number);
    while (sim_run_turns(worker) && !sim_deadlock_check(worker))
        ;
}
