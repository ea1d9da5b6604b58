/* The workers of a launch: threads of the host that run one block after another. */
#include "sim/launch.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "base/system.h"

/* A worker takes several short blocks at once: for each take, workers wait for each other's line of the cache. And what
 * one block reads often lies beside what the next one reads, so that the core has it already: of reduce_sum in bench a
 * second core gains 1.70 where each takes two blocks, 1.84 where it takes sixteen. */
enum { MOST_TAKEN = 16, TAKEN_INSTRUCTIONS = 1 << 17 };

static uint8_t *new_rows(Arena *arena, size_t size) {
    return arena_alloc(arena, size, SIM_ROW_ALIGN);
}

static void fill_warp_rows(uint8_t *rows, const Launch *request, uint32_t warp) {
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        uint32_t thread = warp * WARP_SIZE + lane, bit = UINT32_C(1) << lane;
        uint32_t value[] = {
            thread % request->block[0],
            thread / request->block[0] % request->block[1],
            thread / request->block[0] / request->block[1],
            lane,
            warp,
            bit,
            bit | (bit - 1),
            bit - 1,
            ~(bit - 1),
            ~(bit | (bit - 1)),
        };
        for (size_t row = 0; row < sizeof value / sizeof *value; row++)
            memcpy(rows + row * SIM_ROW32 + (size_t)lane * 4, &value[row], 4);
    }
}

SimWorker *sim_worker_new(SimLaunch *launch) {
    Arena *arena = launch->arena;
    const SimProgram *program = launch->program;
    arena_alloc(arena, SIM_WORKER_GAP, SIM_WORKER_GAP);
    SimWorker *worker = arena_make(arena, SimWorker);
    worker->launch = launch;
    worker->program = program;
    worker->warp_count = (launch->threads + WARP_SIZE - 1) / WARP_SIZE;
    worker->memory = sim_block_memory_new(launch->memory, &launch->layout);
    worker->warps = arena_array(arena, SimWarp, worker->warp_count);
    worker->warp_rows = new_rows(arena, (size_t)worker->warp_count * SIM_WARP_AREA);
    worker->block_rows = new_rows(arena, SIM_BLOCK_AREA);
    worker->counters = arena_array(arena, SimCounter, (size_t)program->counter_count + 1);
    worker->branches = arena_array(arena, SimBranchCounter, program->branch_count);
    worker->barrier_counts = arena_array(arena, uint64_t, (size_t)program->pc_count + 1);
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        SimWarp *warp = &worker->warps[i];
        uint32_t left = launch->threads - i * WARP_SIZE;
        uint8_t *rows = worker->warp_rows + (size_t)i * SIM_WARP_AREA;
        fill_warp_rows(rows, launch->request, i);
        warp->worker = worker;
        warp->memory = worker->memory;
        warp->number = i;
        warp->threads = left >= WARP_SIZE ? ALL_LANES : (UINT32_C(1) << left) - 1;
        warp->counters = worker->counters;
        warp->branches = worker->branches;
        warp->area[SIM_AREA_LAUNCH] = (uint8_t *)(uintptr_t)program->launch_rows; /* no handler writes there */
        warp->area[SIM_AREA_WARP] = rows;
        warp->area[SIM_AREA_BLOCK] = worker->block_rows;
    }
    return worker;
}

void sim_worker_free(SimWorker *worker) {
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        free(worker->warps[i].stack_memory);
        free(worker->warps[i].predicate_stack);
        free(worker->warps[i].frames);
        free(worker->warps[i].paths);
    }
    sim_block_memory_free(worker->memory);
    text_free(&worker->printed);
    arena_free(worker->leaving_arena);
}

void sim_spend(SimWorker *worker) {
    uint64_t spent = 0;
    for (uint32_t i = 0; i < worker->warp_count; i++) {
        uint64_t of_warp = sim_spent(&worker->warps[i]);
        uint64_t requests = worker->warps[i].requests;
        if (of_warp > worker->most_of_warp) worker->most_of_warp = of_warp;
        if (requests > worker->most_requests) worker->most_requests = requests;
        worker->requests += requests;
        worker->constants += worker->warps[i].constants;
        worker->idle_threads += worker->warps[i].idle_threads;
        uint64_t accesses = WARP_SIZE * (requests + worker->warps[i].constants) - worker->warps[i].idle_threads;
        if (accesses > worker->most_accesses) worker->most_accesses = accesses;
        spent += of_warp;
    }
    if (spent > worker->most_of_block) worker->most_of_block = spent;
    worker->blocks_run++;
    worker->spent += spent;
    worker->unreported += spent;
}

void sim_report_spent(SimWorker *worker) {
    SimLaunch *launch = worker->launch;
    uint64_t spent = worker->unreported;
    worker->unreported = 0;
    if (atomic_fetch_add(&launch->spent, spent) + spent > launch->launch_budget) launch->exhausted = true;
}

/* How many blocks to take: of TAKEN_INSTRUCTIONS together, if the next ones are like those that the worker has run, and
 * fewer towards the end, so that all workers end at about the same time. A lone worker takes one, because the launch's
 * budget is looked at before each take: it ends where it would for any number of workers (attempts.c). So does one
 * whose blocks may wait for earlier ones, which another worker would still have before it. */
static uint64_t blocks_to_take(const SimWorker *worker) {
    const SimLaunch *launch = worker->launch;
    if (launch->worker_count == 1 || launch->program->point_to_point || worker->spent == 0) return 1;
    uint64_t taken = launch->next_block, left = taken < launch->block_count ? launch->block_count - taken : 0;
    uint64_t share = left / (4 * (uint64_t)launch->worker_count);
    uint64_t wanted = TAKEN_INSTRUCTIONS * worker->blocks_run / worker->spent;
    if (wanted > share) wanted = share;
    return wanted < 1 ? 1 : wanted < MOST_TAKEN ? wanted : MOST_TAKEN;
}

/* False where there is none left. */
static bool take_blocks(SimWorker *worker) {
    SimLaunch *launch = worker->launch;
    uint64_t count = blocks_to_take(worker), first = atomic_fetch_add(&launch->next_block, count);
    if (first >= launch->block_count) return false;
    worker->next_block = first;
    worker->end_block = first + count < launch->block_count ? first + count : launch->block_count;
    return true;
}

/* Whether the launch has to end. When its budget is used up, blocks that were taken still run, because one of them may
 * stop the launch by itself, as it would have done on one worker. */
static bool ends(const SimWorker *worker) {
    const SimLaunch *launch = worker->launch;
    return launch->stop || (launch->exhausted && worker->next_block == worker->end_block) ||
           (launch->stops_early && sim_memory_must_repeat(launch->memory)) ||
           (sim_memory_shared_conflicts(launch->memory) && !launch->layout.exact_shared);
}

/* Which block begins as the turn-th. Shuffled, the steps from one to the next are about 0.618 of all blocks: as even as
 * steps can be (the golden ratio), with neither an end nor a beginning first where there are more than three. */
static uint64_t block_of_turn(const SimLaunch *launch, uint64_t turn) {
    uint64_t count = launch->block_count, step = (uint64_t)((double)count * 0.618) + 1;
    switch (launch->request->block_order) {
    case BLOCKS_DESCENDING: return count - 1 - turn;
    case BLOCKS_SHUFFLED:
        while (divisor_common(step, count) != 1) step++;
        return (turn * step + count / 2) % count;
    default: return turn;
    }
}

bool sim_run_next_block(SimWorker *worker) {
    SimLaunch *launch = worker->launch;
    if (ends(worker) || (worker->next_block == worker->end_block && !take_blocks(worker))) return false;
    uint64_t block = worker->next_block++;
    block = block_of_turn(launch, block);
    if (launch->request->interrupted != NULL && *launch->request->interrupted)
        worker->interrupted = true;
    else
        sim_run_block(worker, block);
    sim_spend(worker);
    if (worker->next_block == worker->end_block) sim_report_spent(worker);
    if (worker->stopped || worker->interrupted) launch->stop = true;
    return !launch->stop;
}

static void *work(void *context) {
    while (sim_run_next_block(context))
        ;
    return NULL;
}

void sim_run_workers(SimWorker *const *workers, uint32_t count) {
    pthread_t threads[SIM_MAX_WORKERS];
    bool started[SIM_MAX_WORKERS] = {false};
    for (uint32_t i = 1; i < count; i++) started[i] = pthread_create(&threads[i], NULL, work, workers[i]) == 0;
    work(workers[0]);
    for (uint32_t i = 1; i < count; i++)
        if (started[i]) pthread_join(threads[i], NULL);
}

/* The number of threads that the launch asks for, or one for each core. */
unsigned sim_thread_count(const Launch *request) {
    return request->threads != 0 ? request->threads : system_cores();
}

/* Whether the result may depend on which block runs first, because an atomic finds a word that was not initialised. */
static bool first_block_shows(const SimLaunch *launch) {
    return launch->program->global_atomics && !sim_memory_all_defined(launch->memory);
}

uint64_t sim_most_workers(const SimLaunch *launch) {
    uint64_t local = (uint64_t)launch->layout.local_size * launch->threads;
    uint64_t most = local != 0 ? SIM_DEFAULT_MEMORY / local + 1 : SIM_MAX_WORKERS;
    return most < SIM_MAX_WORKERS ? most : SIM_MAX_WORKERS;
}

uint32_t sim_worker_count(const SimLaunch *launch) {
    uint64_t count = sim_thread_count(launch->request);
    if (launch->request->block_order != BLOCKS_ASCENDING || launch->program->ordered || first_block_shows(launch) ||
        sim_memory_heap_used(launch->memory))
        count = 1;
    uint64_t most = sim_most_workers(launch);
    if (count > most) count = most;
    return (uint32_t)(count < launch->block_count ? count : launch->block_count);
}
