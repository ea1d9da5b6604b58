/* A launch while it runs, its workers, and the block that each of them executes.
 *
 * A worker is a thread of the host that runs one block after another. It owns its warps' frames and its
 * SimBlockMemory; the launch owns the program and global memory, which workers share. */
#ifndef WARPSCHOOL_SIM_LAUNCH_H
#define WARPSCHOOL_SIM_LAUNCH_H

#include <stdatomic.h>

#include "base/text.h"
#include "sim/warp.h"

enum {
    SIM_MAX_WARPS = 32,
    SIM_BARRIERS = 16,
    SIM_PRINT_LIMIT = 1 << 20, /* bytes of printf's output that are kept */
};
#define SIM_DEFAULT_BUDGET (UINT64_C(1) << 23) /* instructions of one warp: an endless loop ends in about a second */

#define SIM_DEFAULT_MEMORY (UINT64_C(4) << 30)        /* bytes; see Launch.memory */
#define SIM_DEFAULT_LAUNCH_BUDGET (UINT64_C(1) << 34) /* of all warps: a minute or two */

typedef struct SimBarrier {
    uint32_t expected;        /* threads; 0: the whole block */
    uint32_t arrived;         /* threads */
    uint32_t count, all, any; /* reductions over the arrived threads */
    uint32_t first_pc;
    bool scattered;   /* warps arrived at other instructions, too */
    bool only_arrive; /* a warp arrived by bar.arrive, which does not wait */
} SimBarrier;

/* What is known of whether the block's warps only repeat themselves (deadlock.c). */
typedef struct SimDeadlock {
    uint32_t checks;         /* checks since an instruction with an effect was executed */
    uint32_t failures;       /* proofs that failed */
    uint64_t spent, effects; /* instructions executed, and the sum of effect counters, at the last check */
    uint64_t state[SIM_MAX_WARPS];
    bool repeats[SIM_MAX_WARPS];
    bool waits; /* of blocks that run at the same time: the block repeats itself until another one writes memory */
} SimDeadlock;

typedef struct SimLaunch SimLaunch;
typedef struct SimLeaving SimLeaving;

enum { SIM_WORKER_GAP = 128 }; /* bytes between what workers write, so that two never share a line of the cache */

struct SimWorker {
    SimLaunch *launch;
    const SimProgram *program;
    SimBlockMemory *memory;
    SimWarp *warps;
    uint32_t warp_count;
    uint32_t alive_threads; /* threads of the block that have not exited */
    uint8_t *warp_rows;     /* SIM_AREA_WARP, warp after warp */
    uint8_t *block_rows;    /* SIM_AREA_BLOCK */
    SimCounter *counters;
    SimBranchCounter *branches;
    uint64_t *barrier_counts;             /* by pc */
    uint64_t most_of_block, most_of_warp; /* warp instructions of the busiest one so far */
    uint64_t requests, most_requests;     /* of all warps so far, and of the busiest one; see SimWarp.requests */
    uint64_t constants, idle_threads;     /* of all warps so far; see SimWarp.constants */
    uint64_t most_accesses;               /* of the busiest warp: a request has one for each thread that takes part */
    uint64_t most_calls;                  /* frames on the highest stack so far, the kernel's left out */
    SimBarrier barriers[SIM_BARRIERS];
    uint32_t barriers_in_use;       /* bit n: a warp has arrived at barrier n, which has not opened yet */
    uint64_t next_block, end_block; /* it has taken the blocks next_block to end_block - 1, which it still has to run */
    uint64_t blocks_run;
    uint64_t spent, unreported; /* warp instructions of its blocks; of those, what the launch's `spent` lacks */
    uint64_t block;
    uint32_t index[3];
    uint32_t order[SIM_MAX_WARPS]; /* of the warps' turns */
    uint64_t random;
    Text printed;
    bool printed_cut;    /* the limit of printf's output is reached: further text is dropped */
    uint64_t print_work; /* bytes that printf has processed */
    uint64_t print_calls;
    SimDeadlock deadlock;
    bool stopped;         /* a finding ended the block */
    SimLeaving *leaving;  /* what is known of barriers that some threads did not come to (early_return.c); */
    Arena *leaving_arena; /* where that lies, or NULL; */
    const char *source;   /* the source's text, where Image.read_source was asked for it */
    bool source_read;
    bool interrupted;
    const char *unsupported; /* found only while running; NULL otherwise. In the launch's arena */
    Loc unsupported_loc;
};

struct SimLaunch {
    const Launch *request;
    const SimProgram *program;
    SimMemory *memory;
    bool stops_early; /* the launch ends as soon as it is known that it will be repeated (global.c) */
    SimLayout layout;
    const struct SimTexture *textures;
    size_t texture_count;
    uint64_t budget, launch_budget;
    uint64_t block_count;
    uint32_t threads; /* per block */
    uint32_t worker_count;
    bool one_by_one;   /* each block runs after the end of the one before */
    bool resident;     /* blocks run at the same time (run/resident.c) */
    bool gives_up;     /* where it would report a budget, it ends as `exhausted` instead */
    uint64_t seed;     /* of random order */
    uint32_t later_pc; /* not resident: a block waited here for a later one; UINT32_MAX: none did */
    Arena *arena;
    _Atomic bool stop;
    _Atomic bool exhausted; /* spent exceeds launch_budget: no worker takes further blocks */
    /* Written by every worker, and so in a line of the processor's cache (or two that it fetches together) of their
     * own. */
    _Alignas(SIM_WORKER_GAP) _Atomic uint64_t next_block; /* that no worker has taken */
    _Atomic uint64_t spent;                               /* warp instructions of the blocks that have ended */
};

/* ---- workers.c --------------------------------------------------------------------------------------------------- */

enum { SIM_MAX_WORKERS = 256 };
SimWorker *sim_worker_new(SimLaunch *launch); /* in the launch's arena, but for what sim_worker_free frees */
void sim_worker_free(SimWorker *worker);
/* The threads that the launch asks for, or one for each core; and how many workers it gets of them. */
unsigned sim_thread_count(const Launch *request);
uint32_t sim_worker_count(const SimLaunch *launch);
uint64_t sim_most_workers(const SimLaunch *launch); /* each has local memory of its own */
/* Runs one block; false where there is none left or the launch has to end. sim_run_workers: all blocks, on as many
 * threads. */
bool sim_run_next_block(SimWorker *worker);
void sim_run_workers(SimWorker *const *workers, uint32_t count);
/* The worker's block has ended: adds up what its warps executed. sim_report_spent: adds that to the launch's `spent`.
 */
void sim_report_spent(SimWorker *worker);
void sim_spend(SimWorker *worker);

/* ---- counts.c: what the workers counted -------------------------------------------------------------------------- */

void sim_hand_over_counts(SimWorker *worker);
/* Whether the assembler's branches are known now that the kernel has run. */
bool sim_knows_branches(const SimProgram *program, SimWorker *const *workers, uint32_t count);
void sim_set_balance(Metrics *metrics, const SimLaunch *launch, SimWorker *const *workers, uint32_t count);

/* ---- run/block.c: a block ---------------------------------------------------------------------------------------- */

/* Runs one block to its end, or until worker->stopped or worker->interrupted. */
void sim_run_block(SimWorker *worker, uint64_t number);
/* The same in parts: sim_begin_block, and then turns of the block's warps for as long as barriers open. False where the
 * block has ended, or worker->stopped or worker->interrupted. */
void sim_begin_block(SimWorker *worker, uint64_t number);
bool sim_run_turns(SimWorker *worker);
/* Puts the warps into the order in which they take their turns next (run/schedule.c). */
void sim_choose_order(SimWorker *worker);
uint64_t sim_next_random(uint64_t *state);
/* All lanes of the warp are parked: it arrives at its barrier, or a finding says why it can never continue. */
const SimInstr *sim_gather(SimWarp *warp);
/* Ends the block with a finding, because the other lanes of the warp do not come to the barrier at which path waits.
 * at_end: the only instruction left to them is the return from the kernel. Always NULL. */
const SimInstr *sim_divergent_barrier(SimWarp *warp, const SimPath *path, uint32_t others, bool at_end);

/* ---- run/deadlock.c: blocks that can never end ------------------------------------------------------------------- */

void sim_deadlock_begin(SimWorker *worker); /* with each block */
/* Called when all warps of the block have had their turn, no barrier has opened and some warps can still run. True
 * where the block has to stop, because it can never end and a finding says why. */
bool sim_deadlock_check(SimWorker *worker);
/* How many instructions with an effect the block's warps have executed, and threads of it ended. */
uint64_t sim_effects(const SimWorker *worker);
/* Of blocks that all wait: reports this one's wait. more: there are blocks that have not begun. */
void sim_deadlock_report(SimWorker *worker, bool more);

/* ---- run/resident.c: blocks that run at the same time ------------------------------------------------------------ */

/* Runs all blocks of the launch, as many at a time as there are workers: worker i has block i first. */
void sim_run_resident(SimWorker *const *workers, uint32_t count);

#endif
