/* One warp while it runs: its registers, its active lanes and its diverged paths.
 *
 * Divergence. warp->active holds the lanes that execute. A branch that splits them pushes the others onto the warp's
 * stack of paths, with the instruction to continue at; every basic block starts with a leader, which checks whether
 * its lanes have reached their reconvergence point (warp->reconverge) and then lets the next path run.
 *
 * A warp's frames belong to its worker (launch.h). */
#ifndef WARPSCHOOL_SIM_WARP_H
#define WARPSCHOOL_SIM_WARP_H

#include "sim/program.h"

enum {
    SIM_MAX_DEPTH = 4096,        /* calls within calls */
    SIM_FUEL = 1 << 14,          /* instructions between checks of Ctrl-C and the budget, and in a turn */
    SIM_SHORT_TURN = 1 << 8,     /* instructions in a turn of a warp that waits for another one */
    SIM_RESIDENT_TURN = 1 << 10, /* at most in a turn where blocks run at the same time, so that few poll for long */
    SIM_STEPS = 4                /* steps of 32 instructions that show whether it waits: control_flow.c */
};

/* Lanes of a path that does not run now. They continue at `at`; the path ends at its reconvergence point. */
typedef struct SimPath {
    uint32_t mask;
    bool parked;     /* `at` waits for other lanes: a barrier, or an instruction of warp_sync.c */
    uint32_t passed; /* where parked: lanes that ran on from the reconvergence point at which these were to join them */
    const SimInstr *at, *reconverge;
} SimPath;

/* The state of a path that runs long while others wait (paths.c), to find out whether it repeats itself. */
typedef struct SimWatch {
    const SimInstr *at; /* at, state (of its registers) and active (its lanes): as they were at an earlier check */
    uint64_t state;
    uint32_t active;
    uint32_t tries; /* checks since the active path changed */
    size_t spins;   /* how many paths in a row were found to spin */
    uint64_t polls, polled_since;
    uint32_t polling;
    uint32_t postponed; /* how often a polling loop was not yet taken to spin */
    /* a polling loop was taken to spin after its share of the budget; further ones are at once */
    bool assumed_spin;
    bool released; /* lanes ran on from a reconvergence point without others, which spin */
} SimWatch;

typedef struct SimFrame {
    const SimFunction *function;
    const SimInstr *back;       /* the instruction after the call */
    const SimInstr *reconverge; /* the reconvergence point of the caller's path */
    const SimCall *call;
    uint32_t called; /* lanes that called */
    uint32_t returned;
    size_t paths;        /* height of the path stack at entry */
    uint32_t base;       /* offset of the frame within the warp's stack */
    uint32_t predicates; /* offset of its predicates within the warp's */
    uint32_t local;      /* bytes of local memory below it */
} SimFrame;

typedef enum SimState { SIM_READY, SIM_WAITING, SIM_ENDED, SIM_STOPPED } SimState;

typedef struct SimWorker SimWorker;

struct SimWarp {
    uint8_t *area[SIM_AREA_COUNT];
    uint32_t *predicates;
    uint32_t active;            /* lanes that execute now */
    uint32_t carry;             /* the carry flag of add.cc, per lane */
    const SimInstr *reconverge; /* the reconvergence point of the active lanes, at which their path ends; NULL: none */
    SimCounter *counters;
    SimBranchCounter *branches;
    int64_t fuel, refill;     /* instructions left until sim_refuel; what that was at the last refill */
    uint64_t spent;           /* instructions executed up to the last refill */
    uint64_t requests;        /* to shared, global and texture memory since the block began; */
    uint64_t constants;       /* requests to constant memory; */
    uint64_t idle_threads;    /* threads that took no part in these requests, added up */
    uint64_t loads;           /* those of the requests that are loads, copies and textures left out */
    uint64_t loads_before;    /* those up to the last barrier of the whole block */
    uint64_t turn;            /* instructions in this turn; */
    uint64_t turn_limit;      /* the turn ends after so many */
    uint64_t turn_polls;      /* synchronising accesses, of all warps, when its last turn ended */
    uint64_t step[SIM_STEPS]; /* its states after each step at the end of a turn (control_flow.c) */
    uint32_t steps;
    SimWatch watch;
    SimWorker *worker;
    SimBlockMemory *memory; /* the worker's */
    uint32_t number;        /* within the block */
    uint32_t threads;       /* lanes that have a thread */
    uint32_t exited;
    SimState state;
    const SimInstr *resume; /* SIM_READY: where to continue; SIM_WAITING: the barrier instruction */
    uint32_t arrived;       /* SIM_WAITING: number of the barrier */
    bool gathered;          /* SIM_WAITING: its lanes wait on parked paths */
    SimFrame *frames;
    size_t frame_count, frame_capacity;
    SimPath *paths;
    size_t path_count, path_capacity;
    uint32_t syncs;        /* paths that wait in an instruction of warp_sync.c */
    uint32_t cuts;         /* how many of the next turns have a random length (schedule.c) */
    bool cut;              /* this turn has */
    uint64_t last_load;    /* it ends behind the load that makes `loads` so many; UINT64_MAX: behind none */
    uint8_t *stack;        /* the frames' rows */
    uint8_t *stack_memory; /* what was allocated for them */
    size_t stack_capacity;
    uint32_t *predicate_stack;
    size_t predicate_capacity;
    _Alignas(64) uint64_t address[WARP_SIZE];
    _Alignas(64) uint64_t scratch[WARP_SIZE];
};

static inline void *sim_row(const SimWarp *warp, SimOperand operand) {
    return warp->area[operand & SIM_AREA_MASK] + (operand & ~(SimOperand)SIM_AREA_MASK);
}

static inline uint32_t sim_predicate(const SimWarp *warp, uint32_t operand) {
    uint32_t value = warp->predicates[operand >> 1];
    return operand & 1 ? ~value : value;
}

static inline void sim_predicate_set(SimWarp *warp, uint32_t operand, uint32_t value) {
    uint32_t *at = &warp->predicates[operand >> 1];
    *at = (*at & ~warp->active) | (value & warp->active);
}

/* PTX instructions that the warp has executed since the block began. */
/* The active lanes make a request to memory. */
static inline void sim_count_idle(SimWarp *warp) {
    warp->idle_threads += (uint64_t)__builtin_popcount(~warp->active);
}

static inline uint64_t sim_spent(const SimWarp *warp) {
    return warp->spent + (uint64_t)(warp->refill - warp->fuel);
}

/* ---- run/path_stack.c -------------------------------------------------------------------------------------------- */

void sim_push_path(SimWarp *warp, uint32_t mask, const SimInstr *at, const SimInstr *reconverge);
/* All parked paths continue after their barrier. */
void sim_unpark(SimWarp *warp);
/* Joins neighbouring paths that continue at the same instruction. */
void sim_merge_paths(SimWarp *warp);

/* ---- run/schedule.c ---------------------------------------------------------------------------------------------- */

enum { SIM_CUT_TURNS = 32 }; /* turns of a warp after a barrier that have random lengths in random order */
/* One turn of a warp: until it has ended, waits or must stop, or until the turn ends. */
void sim_run_turn(SimWarp *warp);

/* ---- run/stop.c -------------------------------------------------------------------------------------------------- */

/* Ends the block: *warp stops here. Always NULL. */
const SimInstr *sim_stop(SimWarp *warp);
/* Ends the launch because of something unsupported; what: a constant text that names it. Always NULL. */
const SimInstr *sim_unsupported_at(SimWarp *warp, const SimInstr *instr, const char *what);

/* ---- run/control_flow.c ------------------------------------------------------------------------------------ */

/* The next path of the warp after its active lanes have reached the end of theirs; NULL where the warp has ended. */
const SimInstr *sim_next_path(SimWarp *warp);
/* Called by leaders when the fuel is used up: NULL where the launch must stop, else the instruction
 * after the leader. */
const SimInstr *sim_refuel(SimWarp *warp, const SimInstr *leader);

/* ---- run/paths.c: paths that wait for each other ----------------------------------------------------------------- */

/* The next path that can run where the newest is parked; where all are, the warp arrives at the barrier. */
const SimInstr *sim_pick_path(SimWarp *warp);
/* Parks the active lanes at a barrier until the rest of their warp comes; the next path, as sim_next_path. */
const SimInstr *sim_park(SimWarp *warp, const SimInstr *barrier);
/* Called when the fuel is used up: returns the instruction at which the warp continues after a leader, and sets
 * refill. */
const SimInstr *sim_watch_paths(SimWarp *warp, const SimInstr *leader);

/* ---- run/warp_sync.c: lanes that wait for each other ------------------------------------------------------------- */

/* Completes each shuffle, vote and so on for whose lanes no other lane has to come any more: they continue. */
void sim_complete_syncs(SimWarp *warp);
/* Reports lanes of the running function that wait for a lane which can never come; false where there are none. */
bool sim_report_absent(SimWarp *warp);

/* ---- run/early_return.c ------------------------------------------------------------------------------------------ */

/* Those of the lanes that went around the barrier at pc, where others wait for them, and cannot have returned from the
 * kernel before it. at: where they stand; NULL: they have ended. at_end: the only instruction left to them is the
 * return. */
uint32_t sim_left_out(const SimWarp *warp, uint32_t pc, uint32_t lanes, const SimInstr *at, bool at_end);

/* ---- run/call.c: calls and frames -------------------------------------------------------------------------------- */

/* Makes function's frame the warp's first one. */
void sim_enter_kernel(SimWarp *warp, const SimFunction *function);
/* Leaves the running function: copies its results to the caller and drops its frame. */
void sim_leave(SimWarp *warp);

/* ---- run/memory_ops.c: addresses --------------------------------------------------------------------------------- */

/* The address of each lane, within the space of the instruction or generic; valid until the next call. */
const uint64_t *sim_lane_addresses(SimWarp *warp, const SimMemoryOp *op);

/* ---- run/service.c: functions that the device provides ----------------------------------------------------------- */

/* Executes it for the active lanes; false where the launch must stop. */
bool sim_service(SimWarp *warp, const SimInstr *instr, SimService service, const SimCall *call);

/* ---- run/deadlock.c: states -------------------------------------------------------------------------------------- */

/* A hash of the warp's registers, lanes and waiting paths. */
uint64_t sim_warp_state(const SimWarp *warp);

#endif
