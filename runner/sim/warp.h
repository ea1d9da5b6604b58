/* One warp while it runs: its registers, its lanes and the paths on which they go.
 *
 * Divergence. warp->active holds the lanes that execute. A branch that splits them pushes the others onto the warp's
 * stack with the place to continue; every basic block starts with a leader, which asks whether its lanes have reached
 * their reconvergence point (warp->meet) and then lets the next entry run.
 *
 * A warp's frames belong to its worker (launch.h). */
#ifndef WARPSCHOOL_SIM_WARP_H
#define WARPSCHOOL_SIM_WARP_H

#include "sim/program.h"

enum {
    SIM_MAX_DEPTH = 4096,    /* calls within calls */
    SIM_FUEL = 1 << 14,      /* instructions between looks at Ctrl-C and the budget, and of a turn */
    SIM_SHORT_TURN = 1 << 8, /* of a warp that waits for another one */
    SIM_STEPS = 4            /* to find out whether it does */
};

/* One place where lanes wait for others: they run from at when those have reached meet. */
typedef struct SimPath {
    uint32_t mask;
    bool parked;     /* at is an instruction that waits for other lanes: a barrier, or one of warp_sync.c */
    uint32_t passed; /* where parked: lanes that went on from a place where these were to join them */
    const SimInstr *at, *meet;
} SimPath;

/* A path that runs long while others wait (paths.c). */
typedef struct SimWatch {
    const SimInstr *at; /* what it was like at some time: place, lanes, registers */
    uint64_t state;
    uint32_t active;
    uint32_t tries; /* looks since the watch began */
    size_t spins;   /* paths that were found to spin, one after the other */
    uint64_t polls, polled_since;
    uint32_t polling;
    uint32_t postponed; /* how often it was too early to give up on a loop */
    bool gave_up;       /* on one loop that polls: on others it is given up at once */
    bool released;      /* lanes went on from a reconvergence point without others, which spin */
} SimWatch;

typedef struct SimFrame {
    const SimFunction *function;
    const SimInstr *back; /* the instruction after the call */
    const SimInstr *meet; /* the caller's */
    const SimCall *call;
    uint32_t called; /* lanes that entered */
    uint32_t returned;
    size_t paths;        /* height of the path stack at entry */
    uint32_t base;       /* offset of the frame within the warp's stack */
    uint32_t predicates; /* likewise of its predicates */
    uint32_t local;      /* bytes of local memory below it */
} SimFrame;

typedef enum SimState { SIM_READY, SIM_WAITING, SIM_ENDED, SIM_STOPPED } SimState;

typedef struct SimWorker SimWorker;

struct SimWarp {
    uint8_t *area[SIM_AREA_COUNT];
    uint32_t *predicates;
    uint32_t active;      /* lanes that execute now */
    uint32_t carry;       /* the carry flag of add.cc, per lane */
    const SimInstr *meet; /* where the active lanes' path ends, or NULL */
    SimCounter *counters;
    SimBranchCounter *branches;
    int64_t fuel, tank;       /* instructions until the next look, and how many there were at the last one */
    uint64_t spent;           /* instructions before the fuel that is in the tank */
    uint64_t turn;            /* instructions since another warp had its turn; */
    uint64_t turn_limit;      /* so many are a turn */
    uint64_t turn_polls;      /* synchronising accesses, of all warps, when its last turn ended */
    uint64_t step[SIM_STEPS]; /* its states after small steps at the end of a turn */
    uint32_t steps;
    SimWatch watch;
    SimWorker *worker;
    SimBlockMemory *memory; /* the worker's */
    uint32_t number;        /* within the block */
    uint32_t threads;       /* lanes that have a thread */
    uint32_t exited;
    SimState state;
    const SimInstr *resume; /* SIM_READY: where to go on; SIM_WAITING: the barrier instruction */
    uint32_t arrived;       /* SIM_WAITING: number of the barrier */
    bool gathered;          /* SIM_WAITING: its lanes wait on parked paths */
    SimFrame *frames;
    size_t frame_count, frame_capacity;
    SimPath *paths;
    size_t path_count, path_capacity;
    uint32_t syncs;        /* paths that wait in an instruction of warp_sync.c */
    uint32_t cuts;         /* turns that still are of random length (block.c) */
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

/* ---- run/control_flow.c ------------------------------------------------------------------------------------ */

void sim_push_path(SimWarp *warp, uint32_t mask, const SimInstr *at, const SimInstr *meet);
/* The next path of the warp after its active lanes have reached the end of theirs; NULL where the warp has ended. */
const SimInstr *sim_next_path(SimWarp *warp);
/* Called by leaders when the fuel is used up: NULL where the launch must stop, else the instruction
 * after the leader. */
const SimInstr *sim_refuel(SimWarp *warp, const SimInstr *leader);
/* Ends the block: *warp stops here. Always NULL. */
const SimInstr *sim_stop(SimWarp *warp);
/* Ends the launch: what, a constant text, is not supported. Always NULL. */
const SimInstr *sim_unsupported_at(SimWarp *warp, const SimInstr *instr, const char *what);
/* PTX instructions that the warp has executed since the block began. */
uint64_t sim_spent(const SimWarp *warp);

/* ---- run/paths.c: paths that wait for each other ----------------------------------------------------------------- */

/* The next path that can run, though the newest is parked; where all are, the warp arrives at the barrier. */
const SimInstr *sim_pick_path(SimWarp *warp);
/* The active lanes wait at a barrier for the rest of their warp; the next path, as sim_next_path. */
const SimInstr *sim_park(SimWarp *warp, const SimInstr *barrier);
/* All parked paths go on, after their barrier. */
void sim_unpark(SimWarp *warp);
/* Makes one path of neighbouring ones that go on together. */
void sim_merge_paths(SimWarp *warp);
/* Called when the fuel is used up: where the warp goes on after a leader, with its tank filled. */
const SimInstr *sim_watch_paths(SimWarp *warp, const SimInstr *leader);

/* ---- run/warp_sync.c: lanes that wait for each other ------------------------------------------------------------- */

/* Lets those parked lanes go on that wait for no other lane any more. */
void sim_meet(SimWarp *warp);
/* A finding, where lanes of the running function wait for some that never come; false where none do. */
bool sim_report_unmet(SimWarp *warp);

/* ---- run/early_return.c ------------------------------------------------------------------------------------------ */

/* Whether lanes that do not come to the instruction at pc, for which others wait there, may have returned from the
 * kernel. at_end: they have only to return. */
bool sim_may_have_returned(const SimWarp *warp, uint32_t pc, bool at_end);

/* ---- run/call.c: calls and frames -------------------------------------------------------------------------------- */

/* Makes function's frame the warp's first one. */
void sim_enter_kernel(SimWarp *warp, const SimFunction *function);
/* Leaves the running function: copies its results to the caller and drops its frame. */
void sim_leave(SimWarp *warp);

/* ---- run/memory_ops.c: addresses --------------------------------------------------------------------------------- */

/* The address of each lane, within the space of the instruction or generic; good until the next call. */
const uint64_t *sim_lane_addresses(SimWarp *warp, const SimMemoryOp *op);

/* ---- run/service.c: functions that the device provides ----------------------------------------------------------- */

/* Executes it for the active lanes; false where the launch must stop. */
bool sim_service(SimWarp *warp, const SimInstr *instr, SimService service, const SimCall *call);

/* ---- run/deadlock.c: states -------------------------------------------------------------------------------------- */

/* What a warp's registers, lanes and waiting paths are, as one number. */
uint64_t sim_warp_state(const SimWarp *warp);

#endif
