/* The warp simulator's own types: a decoded program, a warp, a block, a worker.
 *
 * Method. At load every PTX instruction becomes one or a few micro-instructions (SimInstr), each with a pointer to the
 * function that executes it for all 32 lanes. Registers are rows: 32 lanes of 4 or 8 bytes, lane by lane. An operand is
 * an offset into one of four areas (the frame of the running function, constants of the launch, constants of the warp,
 * constants of the block), so that an immediate, a kernel parameter or threadIdx.x is read like any register. A handler
 * returns the next micro-instruction, or NULL where the warp cannot go on by itself: it waits at a barrier, has ended,
 * or the launch must stop.
 *
 * Divergence. warp->active holds the lanes that execute. A branch that splits them pushes the others onto the warp's
 * stack with the place to continue; every basic block starts with a leader, which asks whether its lanes have reached
 * their reconvergence point (warp->meet) and then lets the next entry run.
 *
 * Who owns what: a SimProgram and everything in it belongs to the arena of the launch; a worker owns its warps' frames
 * and its SimBlockMemory. */
#ifndef WARPSCHOOL_SIM_SIM_H
#define WARPSCHOOL_SIM_SIM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "device.h"
#include "ptx/ptx.h"
#include "sim/memory/memory.h"

enum {
    SIM_LANES = 32,
    SIM_ROW32 = 128, /* bytes of a row of 32 lanes */
    SIM_ROW64 = 256,
    SIM_ROW_ALIGN = 64,
    SIM_MAX_WARPS = 32,
    SIM_BARRIERS = 16,
    SIM_MAX_DEPTH = 4096,           /* calls within calls */
    SIM_MAX_STACK = 16 << 20,       /* bytes of rows per warp */
    SIM_MAX_LOCAL = 512 << 10,      /* bytes of local memory per thread, as CUDA allows */
    SIM_RECURSION_LOCAL = 16 << 10, /* bytes of local memory per thread where a kernel recurses */
    SIM_MULTIPROCESSORS = 132,      /* what %nsmid says, as on an H200 */
    SIM_PRINT_LIMIT = 1 << 20,      /* bytes of printf's text that are kept */
    SIM_FUEL = 1 << 14,             /* instructions between looks at Ctrl-C and the budget, and of a turn */
    SIM_SHORT_TURN = 1 << 8,        /* of a warp that waits for another one */
    SIM_STEPS = 4                   /* to find out whether it does */
};
#define SIM_ALL_LANES UINT32_C(0xffffffff)
#define SIM_DEFAULT_BUDGET (UINT64_C(1) << 23) /* instructions of one warp: an endless loop ends in about a second */

#define SIM_DEFAULT_LAUNCH_BUDGET (UINT64_C(1) << 34) /* of all warps: a minute or two */

/* An operand: the area in the low three bits, the byte offset within it in the others. Predicates are not rows: their
 * operand is an index into warp->predicates times two, plus one where it is negated. */
typedef uint32_t SimOperand;
enum { SIM_AREA_FRAME, SIM_AREA_LAUNCH, SIM_AREA_WARP, SIM_AREA_BLOCK, SIM_AREA_COUNT };
enum { SIM_AREA_MASK = 7 };

typedef struct SimInstr SimInstr;
typedef struct SimWarp SimWarp;
typedef const SimInstr *(*SimHandler)(SimWarp *warp, const SimInstr *instr);

struct SimInstr {
    SimHandler run;
    SimOperand dest, a, b, c, d;
    uint32_t guard; /* predicate operand, where the handler reads one */
    uint32_t count; /* leaders and guards: index of the counter; branches: of the branch counter */
    uint32_t pc;    /* number of the PTX instruction within the program */
    union {
        int64_t imm;       /* small constants: a look-up table, a mode, an offset */
        const void *extra; /* SimMemoryOp, SimCall, ... */
    };
    const SimInstr *target; /* branches: where to; leaders: unused */
    const SimInstr *meet;   /* branches: where diverged lanes meet again */
};

/* How often a straight run of instructions was entered: by warps and by threads. */
typedef struct SimCounter {
    uint64_t warps, threads;
} SimCounter;

typedef struct SimBranchCounter {
    uint64_t executed, divergent;
} SimBranchCounter;

typedef struct SimMemoryOp {
    SimAccess access;
    SimOperand data[8];
    SimOperand address; /* a row of 64-bit addresses, or of 32-bit ones where narrow */
    bool narrow;
    bool local_frame; /* the address is relative to the running function's local variables */
    bool has_address; /* false: the offset is the whole address */
    int64_t offset;
    SimOperand old;
    SimOperand second; /* the second operand of compare and swap */
} SimMemoryOp;

/* An asynchronous copy. */
typedef struct SimCopy {
    SimMemoryOp load, store; /* words of 4 bytes */
    SimOperand size;         /* row: bytes that come from the source */
    uint32_t ignored;        /* predicate operand plus one: lanes that take nothing; or 0 */
} SimCopy;

/* An instruction on a barrier object. */
typedef struct SimMbarrierOp {
    SimMemoryOp at;    /* where: address, space and instruction only */
    SimOperand value;  /* row: of counts or parities (32 bits) or of states (64 bits) */
    SimOperand result; /* row of states, or a predicate */
    bool has_result, invalidates, drops, parity;
    bool counts; /* .noinc: the copies' completion is one of the arrivals */
} SimMbarrierOp;

/* A texture instruction. */
typedef struct SimTextureOp {
    SimOperand handle; /* row of 64 bits */
    SimOperand coordinate[2];
    SimOperand result[4];
    uint32_t dimensions;    /* coordinates; 0: a query */
    uint32_t channel;       /* tld4 */
    bool whole_coordinates; /* integers */
    bool query_height;      /* txq; else the width */
} SimTextureOp;

/* A parameter of a call as it lies in a frame: lane after lane, size bytes each. */
typedef struct SimParam {
    uint32_t offset; /* bytes within the frame */
    uint32_t size;   /* bytes per lane */
} SimParam;

typedef enum SimService {
    SIM_SERVICE_NONE,
    SIM_SERVICE_VPRINTF,
    SIM_SERVICE_MALLOC,
    SIM_SERVICE_FREE,
    SIM_SERVICE_ASSERT,
    SIM_SERVICE_COUNT
} SimService;

typedef struct SimFunction {
    const PtxFunction *source;
    bool loaded;
    SimService service; /* functions that the device provides */
    const SimInstr *entry;
    uint32_t frame_size; /* bytes of rows and params, a multiple of 128 */
    uint32_t predicates; /* how many */
    uint32_t local_size; /* bytes of local variables per thread, a multiple of 16 */
    uint32_t local_used; /* without what makes it one */
    bool zeroed;         /* a register may be read before it is written: rows start as zeros */
    const SimParam *params, *results;
    uint32_t param_count, result_count;
} SimFunction;

typedef struct SimCall {
    int32_t function; /* index, or -1: per lane from the row in SimInstr.a */
    const SimParam *args, *results;
    uint32_t arg_count, result_count;
} SimCall;

/* Which instructions a counter stands for. */
typedef struct SimCounted {
    uint32_t counter;
    uint32_t pc;
    bool shuffles;
} SimCounted;

/* What a kernel became. Read-only while it runs. */
typedef struct SimProgram {
    const PtxModule *module;
    SimFunction *functions; /* by the module's index */
    const SimFunction *kernel;
    uint32_t counter_count, branch_count;
    const SimCounted *counted;
    size_t counted_count;
    uint32_t *branch_pc;
    uint32_t pc_count;
    Loc *pc_loc;
    const char **pc_text;
    SimAssembled *pc_assembled;
    const uint8_t *launch_rows; /* the constants of SIM_AREA_LAUNCH */
    bool ordered;               /* blocks must run one after another: they may see each other's doing */
    bool global_atomics;        /* they may see whether another one has written a word before */
    bool point_to_point;        /* see SimLayout */
    const uint32_t *pc_base;    /* by function: the number of its first instruction */
    uint32_t *effects;          /* counters of instructions with an effect; see effects.c */
    size_t effect_count;
    uint32_t local_size; /* bytes per thread, over the deepest chain of calls */
    uint32_t local_used; /* of them by variables, without what aligns frames */
} SimProgram;

/* One place where lanes wait for others: they run from at when those have reached meet. */
typedef struct SimPath {
    uint32_t mask;
    bool parked;     /* at is an instruction that waits for other lanes: a barrier, or one of warp_sync.c */
    uint32_t passed; /* where parked: lanes that went on from a place where these were to join them */
    const SimInstr *at, *meet;
} SimPath;

/* A path that runs long while others wait (progress.c). */
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
    _Alignas(64) uint64_t address[SIM_LANES];
    _Alignas(64) uint64_t scratch[SIM_LANES];
};

enum { SIM_BARRIER_ALIGNED = 1 << 16 }; /* SimInstr.imm of a barrier: all lanes of a warp must come to it together */

typedef struct SimBarrier {
    uint32_t expected;        /* threads; 0: the whole block */
    uint32_t arrived;         /* threads */
    uint32_t count, all, any; /* reductions over the arrived threads */
    uint32_t first_pc;
    bool open;        /* someone has arrived */
    bool only_arrive; /* some by bar.arrive, which does not wait */
} SimBarrier;

/* Whether the block's warps repeat themselves (deadlock.c). */
typedef struct SimStillness {
    uint32_t looks;          /* since something was changed last */
    uint32_t failures;       /* proofs that failed */
    uint64_t spent, effects; /* at the last look */
    uint64_t state[SIM_MAX_WARPS];
    bool repeats[SIM_MAX_WARPS];
} SimStillness;

typedef struct SimLaunch SimLaunch;

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
    SimBarrier barriers[SIM_BARRIERS];
    uint64_t block;
    uint32_t index[3];
    uint64_t random;
    Text printed;
    bool printed_cut;    /* printf has nothing more to do */
    uint64_t print_work; /* bytes that printf has looked at */
    SimStillness stillness;
    bool stopped;        /* a finding ended the block */
    uint32_t returns_pc; /* the instruction that sim_may_have_returned was asked about last, plus one; */
    bool returns;        /* and its answer */
    bool interrupted;
    const char *unsupported; /* found only while running; NULL otherwise. In the launch's arena */
    Loc unsupported_loc;
};

struct SimLaunch {
    const Launch *request;
    const SimProgram *program;
    SimMemory *memory;
    bool stops_early; /* ends as soon as it is known that it will be repeated */
    SimLayout layout;
    const struct SimTexture *textures;
    size_t texture_count;
    uint64_t budget, launch_budget;
    uint64_t block_count;
    uint32_t threads; /* per block */
    bool one_by_one;  /* blocks run in ascending order, each after the end of the one before */
    Arena *arena;
    _Atomic uint64_t next_block;
    _Atomic bool stop;
    _Atomic uint64_t spent; /* warp instructions of the blocks that have ended; */
    _Atomic bool exhausted; /* they were more than the launch's budget: no further block begins */
};

/* Rows of SIM_AREA_WARP and SIM_AREA_BLOCK, by byte offset. */
enum {
    SIM_WARP_TID_X = 0,
    SIM_WARP_TID_Y = 128,
    SIM_WARP_TID_Z = 256,
    SIM_WARP_LANE = 384,
    SIM_WARP_NUMBER = 512,
    SIM_WARP_MASK_EQ = 640,
    SIM_WARP_MASK_LE = 768,
    SIM_WARP_MASK_LT = 896,
    SIM_WARP_MASK_GE = 1024,
    SIM_WARP_MASK_GT = 1152,
    SIM_WARP_AREA = 1280,
    SIM_BLOCK_X = 0,
    SIM_BLOCK_Y = 128,
    SIM_BLOCK_Z = 256,
    SIM_BLOCK_SM = 384,
    SIM_BLOCK_AREA = 512
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

/* ---- load.c: PTX to a program ------------------------------------------------------------------------------------ */

/* Where a variable lives. */
typedef struct SimPlace {
    uint64_t address; /* within its space; global: the full address */
    bool known;
} SimPlace;

/* What stands before decoding: where variables lie and the kernel's parameters. */
typedef struct SimPlaces {
    const SimPlace *variable; /* by the module's variable */
    const uint8_t *params;    /* the kernel's parameter block */
    const uint32_t *param_at; /* by the module's variable: a kernel parameter's offset in it */
    uint32_t shared_total;    /* bytes of shared memory per block, static and dynamic */
    const bool *reachable;    /* by function: whether it is decoded */
} SimPlaces;

/* Decodes a kernel and everything that it may call, for one launch. NULL where something is not supported: then result
 * says what and where. */
SimProgram *sim_load(const PtxModule *module, int32_t kernel, const SimPlaces *places, const Launch *launch,
                     Arena *arena, Result *result);

/* ---- warp.c: control flow ---------------------------------------------------------------------------------------- */

const SimInstr *sim_branch(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_jump(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_branch_indexed(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_return(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_exit(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_trap(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_unsupported(SimWarp *warp, const SimInstr *instr);

/* Ends the launch: what, a constant text, is not supported. Always NULL. */
const SimInstr *sim_unsupported_at(SimWarp *warp, const SimInstr *instr, const char *what);
/* ---- progress.c: paths that wait for each other ------------------------------------------------------------------ */

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
/* In block.c: the warp, all of whose lanes are parked, arrives at its barrier, or can never go on. */
const SimInstr *sim_gather(SimWarp *warp);
/* In block.c: ends the block, as not all lanes of the warp come to the barrier that path waits at. at_end: the others
 * have only to return from the kernel. Always NULL. */
const SimInstr *sim_divergent_barrier(SimWarp *warp, const SimPath *path, bool at_end);
/* In early_return.c: whether lanes that do not come to the instruction at pc, for which others wait there, may have
 * returned from the kernel. at_end: they have only to return. */
bool sim_may_have_returned(const SimWarp *warp, uint32_t pc, bool at_end);

/* The next path of the warp after its active lanes have reached the end of theirs; NULL where the warp has ended. */
const SimInstr *sim_next_path(SimWarp *warp);
/* Called by leaders when the fuel is used up: NULL where the launch must stop, else the instruction after the leader.
 */
const SimInstr *sim_refuel(SimWarp *warp, const SimInstr *leader);
/* Ends the block: *warp stops here. Always NULL. */
const SimInstr *sim_stop(SimWarp *warp);
void sim_push_path(SimWarp *warp, uint32_t mask, const SimInstr *at, const SimInstr *meet);
/* PTX instructions that the warp has executed since the block began. */
uint64_t sim_spent(const SimWarp *warp);

/* ---- deadlock.c, effects.c, loops.c ------------------------------------------------------------------------------ */

void sim_deadlock_begin(SimWorker *worker); /* with each block */
/* Called when all warps of the block have had their turn, no barrier has opened and some could still run. True where
 * the block has to stop: it can never end, and a finding says why. */
bool sim_deadlock_look(SimWorker *worker);
/* What a warp's registers, lanes and waiting paths are, as one number. */
uint64_t sim_warp_state(const SimWarp *warp);
/* Fills in the program's effects. */
void sim_find_effects(SimProgram *program, Arena *arena);
/* " (lines 12 to 15)": the innermost loop around an instruction; "" where there is none. */
const char *sim_loop_lines(const SimProgram *program, uint32_t pc, char buffer[64]);

/* ---- call.c ------------------------------------------------------------------------------------------------------ */

const SimInstr *sim_call(SimWarp *warp, const SimInstr *instr);
/* Makes function's frame the warp's first one. */
void sim_enter_kernel(SimWarp *warp, const SimFunction *function);
/* Leaves the running function: copies its results to the caller and drops its frame. */
void sim_leave(SimWarp *warp);

/* ---- service.c: what the device provides as functions ------------------------------------------------------------ */

SimService sim_service_find(const char *name);
/* Executes it for the active lanes; false where the launch must stop. */
bool sim_service(SimWarp *warp, const SimInstr *instr, SimService service, const SimCall *call);

/* ---- warp_sync.c: lanes that wait for each other ------------------------------------------------------------------
 */

/* Lets those parked lanes go on that wait for no other lane any more. */
void sim_meet(SimWarp *warp);
/* A finding, where lanes of the running function wait for some that never come; false where none do. */
bool sim_report_unmet(SimWarp *warp);
const SimInstr *sim_shuffle(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_vote(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_match(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_reduce(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_elect(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_warp_sync(SimWarp *warp, const SimInstr *instr);

/* ---- memory_ops.c, warp_ops.c ------------------------------------------------------------------------------------ */

const SimInstr *sim_access_memory(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_copy_async(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_commit_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_wait_for_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_load_frame_param(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_store_frame_param(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_active_mask(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_memory_fence(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_special(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_set_rounding(SimWarp *warp, const SimInstr *instr);

/* The address of each lane, within the space of the instruction or generic; good until the next call. */
const uint64_t *sim_lane_addresses(SimWarp *warp, const SimMemoryOp *op);

/* ---- mbarrier_ops.c ---------------------------------------------------------------------------------------------- */

const SimInstr *sim_init_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_arrive_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_track_copies(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_test_mbarrier(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_pending_mbarrier(SimWarp *warp, const SimInstr *instr);

/* ---- texture_ops.c ----------------------------------------------------------------------------------------------- */

const SimInstr *sim_sample_texture(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_gather_texture(SimWarp *warp, const SimInstr *instr);
const SimInstr *sim_query_texture(SimWarp *warp, const SimInstr *instr);

/* ---- block.c ----------------------------------------------------------------------------------------------------- */

const SimInstr *sim_barrier(SimWarp *warp, const SimInstr *instr);
/* Runs one block to its end, or until worker->stopped or worker->interrupted. */
void sim_run_block(SimWorker *worker, uint64_t number);

#endif
