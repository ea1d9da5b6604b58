/* Memory as a worker's block sees it: one warp-wide access at a time, what it costs, and its faults and races. A
 * SimBlockMemory, one per worker, holds shared and local memory of the block that it runs, shadow, counters, findings
 * and samples; they are merged into the Result at the end. */
#ifndef WARPSCHOOL_SIM_SIM_BLOCK_MEMORY_H
#define WARPSCHOOL_SIM_SIM_BLOCK_MEMORY_H

#include "sim/memory/sim_memory.h"

/* What ptxas makes of an instruction on shared memory, for the counters named assembled.*. */
typedef enum SimAssembly {
    SIM_AS_WRITTEN,
    SIM_MERGED_FIRST, /* becomes a wider instruction that replaces some others too */
    SIM_MERGED_REST,  /* one of the others that it replaces: no request of its own */
    SIM_LANES_SHARE   /* an atomic: the values of lanes with the same address are added up first */
} SimAssembly;

typedef struct SimAssembled {
    uint8_t how;   /* SimAssembly */
    uint8_t width; /* bytes per lane of the wider instruction */
} SimAssembled;

/* A barrier in a loop, and where each instruction of its function lies in a round of that loop, beginning with
 * instruction number `first`. */
typedef enum SimRoundPart {
    SIM_ROUND_OUTSIDE, /* not in the loop */
    SIM_ROUND_AFTER,   /* a thread that has passed the barrier may come to it in the same round */
    SIM_ROUND_NEXT     /* only in a later one */
} SimRoundPart;
typedef struct SimRound {
    uint32_t barrier, first, count; /* numbers of instructions */
    const uint8_t *part;            /* SimRoundPart */
} SimRound;

/* Loads of 4 bytes a lane from shared memory that are checked together (recall_group.h), with the operations on
 * registers between them. Nothing in the group changes the addresses: all are known when its first load is reached. */
enum { SIM_GROUP_ROWS = 4 };
typedef struct SimGroupLoad {
    uint32_t pc;
    uint32_t row;   /* which of the group's rows holds its addresses */
    int64_t offset; /* added to them */
} SimGroupLoad;
/* What begins at a micro-instruction of a group. */
typedef enum SimGroupStep {
    SIM_GROUP_OPERATION,
    SIM_GROUP_LOAD,
    SIM_GROUP_PRODUCT,      /* two loads, and the multiplication and addition of floats that alone needs both */
    SIM_GROUP_ADDED_PRODUCT /* the same, added to the sum of the step before, which nothing else needs */
} SimGroupStep;
typedef struct SimLoadGroup {
    uint32_t length; /* micro-instructions from the first load to the last step */
    uint32_t load_count, row_count;
    uint32_t row[SIM_GROUP_ROWS]; /* SimOperand: rows of 64-bit addresses */
    const SimGroupLoad *loads;
    const uint8_t *step; /* SimGroupStep, by micro-instruction */
} SimLoadGroup;

/* What a launch's blocks have. shared: in ascending order; bytes outside every region (alignment gaps) are out of
 * bounds. */
typedef struct SimLayout {
    uint64_t shared_size; /* bytes */
    const SimRegion *shared;
    size_t shared_count;
    uint64_t dynamic_offset; /* where dynamic shared memory starts */
    uint64_t local_size;     /* bytes per thread */
    uint64_t local_used;     /* bytes of local_size that variables take up; 0: all */
    const char *source;      /* CUDA C++, for the names of local arrays; may be NULL */
    uint32_t threads;        /* per block */
    uint32_t block_dim[3], grid_dim[3];
    uint32_t pc_count;                /* memory instructions are numbered 0 .. pc_count-1 */
    const Loc *pc_loc;                /* source position of each */
    const char **pc_text;             /* the PTX instruction, for messages; entries may be NULL */
    const SimAssembled *pc_assembled; /* what the assembler makes of each; NULL: nothing else than was written */
    const SimRound *rounds;           /* barriers in loops */
    size_t round_count;
    bool branches_known;    /* what the assembler made of branches */
    bool races;             /* detect them */
    bool owners;            /* see Launch.owners */
    bool sums;              /* see Launch.sums */
    bool lanes_descending;  /* see Launch.lanes_descending */
    SimUndefined undefined; /* what bytes hold that no thread wrote */
    /* Threads may be ordered by more than barriers of the whole block and of whole warps: by fences, flags and atomics
     * whose old value is used, by barriers with a thread count, by __syncwarp() of some lanes; or there are volatile or
     * relaxed accesses, which are judged by the same rules. */
    bool point_to_point;
    /* With point_to_point: strong accesses are of 8 bytes, and of less, and two of different sizes race. */
    bool mixed_sizes;
    /* With point_to_point: atomics overwrite words, and others only read, to carry into memory what they find. */
    bool exchanges;
    bool cooperative;  /* grid.sync() is there to be called */
    bool resident;     /* blocks run at the same time, and take turns: sim_block_switch */
    bool exact_shared; /* with point_to_point: watch shared memory exactly; else find out whether it is necessary */
    const volatile sig_atomic_t *interrupted; /* see Launch.interrupted; may be NULL */
    Recording recording;                      /* see Launch.recording */
    const char *file;                         /* whose lines are recorded; NULL: any file's */
} SimLayout;

SimBlockMemory *sim_block_memory_new(SimMemory *memory, const SimLayout *layout);
void sim_block_memory_free(SimBlockMemory *block);

/* Called when a worker starts on block number `number` (linear): zeroes local memory, poisons shared memory (a fixed
 * pattern: shared memory has no initial value), resets the shadow. */
void sim_block_begin(SimBlockMemory *block, uint64_t number, const uint32_t index[3]);
/* Of blocks that take turns: after `from`, `to` runs. Both have one time and one order of what fences and flags put in
 * order. Called before a block begins, too. */
void sim_block_switch(SimBlockMemory *from, SimBlockMemory *to);
/* All threads of the block that have not exited passed a barrier: accesses before it happen before accesses after it.
 */
void sim_block_barrier(SimBlockMemory *block);

enum { SIM_BLOCK_BARRIERS = 16 };
/* Lanes of a warp arrive at barrier number (0 to SIM_BLOCK_BARRIERS - 1) by bar.sync, bar.red or bar.arrive: their
 * accesses before it happen before what the lanes that wait there do once the barrier opens (PTX ISA, "barrier":
 * bar.arrive does not wait, so that nothing is ordered before what follows it). Called once for each path by which a
 * warp comes. */
void sim_barrier_arrive(SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
/* Before lanes of a warp arrive at a barrier with a thread count: a warp that came to it for its last opening, and that
 * nothing keeps from coming after them instead; -1: there is none. */
int sim_barrier_unordered(const SimBlockMemory *block, uint32_t number, uint32_t warp, uint32_t lanes);
/* The barrier opens. waiting: for each warp of the block, the lanes that wait at it. everyone: all threads of the
 * block that have not exited wait at it. pc: the instruction at which all wait; UINT32_MAX: they wait at several. */
void sim_barrier_open(SimBlockMemory *block, uint32_t number, const uint32_t *waiting, bool everyone, uint32_t pc);
/* Lanes of one warp passed bar.warp.sync together: lanes are those that the mask names and that took part, and those
 * that it names and that have exited. Not for shfl, vote, match and redux, which order no memory (CUDA C++ Programming
 * Guide, warp vote and shuffle functions: they imply no memory barrier). */
void sim_warp_barrier(SimBlockMemory *block, uint32_t warp, uint32_t lanes);

/* A memory fence by lanes of a warp. block_scope: __threadfence_block(), which orders nothing for threads of other
 * blocks. is_sc: fence.sc, which __threadfence() is; else fence.acq_rel or the like. */
void sim_fence(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool block_scope, bool is_sc);
/* Whether anybody looks for races and for reads of what nobody wrote. */
bool sim_judges_reads(const SimBlockMemory *block);
/* How many atomics and strong accesses (volatile, relaxed, acquire, release) the worker has executed so far. */
uint64_t sim_synchronising_accesses(const SimBlockMemory *block);

/* ---- one access -------------------------------------------------------------------------------------------------- */

typedef struct SimPart SimPart;

/* A decoded memory instruction; made once at load. */
typedef struct SimAccess {
    uint8_t op;         /* RequestOp */
    uint8_t space;      /* PtxSpace as written; PTX_GENERIC is resolved for each lane */
    uint8_t element;    /* bytes of one element in memory: 1, 2, 4, 8 or 16 */
    uint8_t vector;     /* elements per lane: 1, 2, 4 or 8 */
    uint8_t row;        /* bytes of one lane in the register row: 4 or 8; a narrower element is extended to it */
    bool sign;          /* loads: sign-extend, else zero-extend */
    uint8_t atomic;     /* PtxAtomic for REQUEST_ATOMIC */
    uint8_t type;       /* PtxType, for atomics */
    bool returns;       /* atomics: true for atom, which returns the old value; false for red */
    bool synchronising; /* strong (PTX ISA): volatile, relaxed, acquire, release; or taken for relaxed */
    bool releases;      /* release semantics: its thread's earlier accesses are released as by a fence before it */
    bool acquires;      /* acquire semantics */
    bool is_volatile;   /* loads and stores: strong only because they are volatile */
    bool read_only;     /* loads: ld.global.nc, whose memory nobody may write while the kernel runs */
    bool names_order;   /* .relaxed, .acquire, .release and the like stand in the instruction */
    /* loads: the value is waited for, only checked, or checked by a compare-and-swap; stores: a load that waits reads
     * there; see load/polls.c and load/uses.c */
    bool waits;
    bool polls;           /* loads, atomics: a loop repeats it until the value ends the loop; see load/polls.c */
    bool decides;         /* loads, atomics: the value may decide what the thread does; see load/uses.c */
    uint8_t copied;       /* loads: a bit for each element that is only stored elsewhere, or is unused */
    bool gap;             /* loads: part of the copy of a structure, where it may read the padding between members */
    const SimPart *parts; /* loads: what is read of them, in ascending order; NULL: all of it */
    uint8_t part_count;
    bool has_variable;       /* shared: the address was computed from that of one known variable */
    uint64_t variable_start; /* the address at which that variable begins */
    /* Of an address in global memory that was computed from one pointer: the address of a variable, or 0; and where in
     * the block of parameters the kernel's pointer lies, plus one, or 0. */
    uint64_t pointer;
    uint32_t pointer_param;
    bool surface;     /* by way of a surface: only the instruction is counted */
    bool overwrites;  /* atomics: exch whose old value is not used: as a store */
    bool carries;     /* atomics: the old value goes into memory or an address, and decides nothing */
    bool block_scope; /* .cta: synchronises with threads of the block only */
    uint32_t pc;
    SimAssembled assembled;
} SimAccess;

/* A piece of a load of which not all bytes are used; no wider than an element of the load.
 *
 * Compilers load more than they need where that is one instruction instead of several: up to the end of a variable's
 * alignment, or over a member in between. What is not used is not read: it may lie past the variable, hold nothing, or
 * belong to another thread. Zeros arrive for it, so that code which says so and is not right reads nothing by it. It is
 * counted like the rest, because the instruction moves it. */
enum { SIM_MOST_PARTS = 32 /* the widest load has as many bytes */ };
struct SimPart {
    SimAccess access;
    uint8_t offset; /* bytes from the load's address */
};

/* The warp that accesses: for findings and race detection. */
typedef struct SimWho {
    uint32_t warp;       /* within the block */
    uint64_t loads;      /* of copies and waits for them: the warp's loads from shared and global memory so far, */
    uint64_t at_barrier; /* and of waits for barrier objects those before the last barrier of the whole block */
    uint32_t unread;     /* of a load: lanes whose value reaches nothing, which is no read: see load/speculated.c */
} SimWho;

/* Executes one warp-wide access. address: 32 lane addresses (space offset, or generic); lanes outside mask are
 * ignored and may hold anything. data: vector register rows (32 lanes of access->row bytes each); a load writes only
 * active lanes, a store reads them. Atomics: data[0] is the operand, data[1] the second operand of cas, old receives
 * the old values where access->returns (may alias nothing else). Counts the request, its wavefronts, sectors...,
 * records findings and samples. Returns false where the launch must stop (out of bounds, misaligned). mask is never
 * 0. */
bool sim_access(SimBlockMemory *block, const SimAccess *access, SimWho who, uint32_t mask, const uint64_t address[32],
                void *const data[8], void *old);

/* Whether an atomic that finds the value `old` leaves another one. */
bool sim_atomic_changes(const SimAccess *access, uint64_t old, uint64_t operand, uint64_t second);
/* Whether sim_access executes this operation on this type; a kernel with any other is refused when it is loaded. */
bool sim_atomic_supported(PtxAtomic atomic, PtxType type);

/* cp.async: copies load->vector words of 4 bytes a lane from global to shared memory (addresses within those spaces);
 * taken: how many of a lane's bytes are read from the source, zeros follow. load and store are the two accesses that
 * the copy consists of. The bytes arrive at a wait. False where the launch must stop. */
bool sim_copy_issue(SimBlockMemory *block, const SimAccess *load, const SimAccess *store, SimWho who, uint32_t mask,
                    const uint64_t from[32], const uint64_t to[32], const uint32_t taken[32]);
/* Ends the group of copies that each lane has begun. */
void sim_copy_commit(SimBlockMemory *block, uint32_t warp, uint32_t mask);
/* Completes the lanes' copies but those of their latest `pending` groups; uncommitted: all copies, even those in no
 * group yet. */
void sim_copy_wait(SimBlockMemory *block, SimWho who, uint32_t mask, uint64_t pending, bool uncommitted);

/* A warp's requests to load so far, and up to the last barrier of the whole block. */
typedef struct SimLoads {
    uint64_t now, at_barrier;
} SimLoads;
/* A barrier of the whole block opens. For METRIC_ASYNC_CONCURRENT_LOADS. */
void sim_copies_barrier(SimBlockMemory *block, const SimLoads *loads, uint32_t warps);

/* Barrier objects (mbarrier) in shared memory, for one lane. Each returns false where the launch must stop: an address
 * out of bounds or misaligned, an object that was not initialised, an arrival too many. access: where and which
 * instruction. */
bool sim_mbarrier_init(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                       uint32_t count);
bool sim_mbarrier_invalidate(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address);
/* What each lane did so far is released to the object at its address (shared or generic): before its arrival, or before
 * its copies are tracked. */
void sim_mbarrier_release(SimBlockMemory *block, SimWho who, uint32_t lanes, const uint64_t address[32]);
/* Judges races of all lanes that arrive, track copies or test: before each of them does. */
bool sim_mbarrier_use(SimBlockMemory *block, const SimAccess *access, SimWho who, uint32_t lanes,
                      const uint64_t address[32]);
/* *state: the object before the arrival, to wait with. drop: later phases expect that many fewer. */
bool sim_mbarrier_arrive(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                         uint32_t count, bool drop, uint64_t *state);
/* The thread's copies so far are complete by the end of the phase; counts: this is one of the phase's arrivals as
 * well. */
bool sim_mbarrier_track(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                        bool counts);
/* The phase waits for so many bytes more of bulk copies; completes: fewer. */
bool sim_mbarrier_expect(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                         uint32_t bytes, bool completes);
/* cp.async.bulk: the lane copies `size` bytes from global to shared memory, which the object at `address` waits for.
 * access: that of the object. */
bool sim_mbarrier_copy(SimBlockMemory *block, const SimAccess *access, const SimAccess *load, const SimAccess *store,
                       SimWho who, int lane, uint64_t address, uint64_t from, uint64_t to, uint32_t size);
/* *complete: whether the phase of that state (parity: the last phase of that parity) is over. */
bool sim_mbarrier_test(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                       bool parity, uint64_t state, bool *complete);
uint32_t sim_mbarrier_pending(uint64_t state); /* how many arrivals the phase still needed */

/* Device-side malloc and free for one lane; heap exhausted gives 0 as CUDA does. free of what malloc did not return
 * is a finding. Addresses do not depend on the number of workers. */
uint64_t sim_heap_malloc(SimBlockMemory *block, uint32_t thread, uint64_t size, uint32_t pc);
void sim_heap_free(SimBlockMemory *block, uint32_t thread, uint64_t address, uint32_t pc);

/* Whether the launch's calls of malloc have asked, all together, for more than a launch may: clearing memory takes
 * time that no instruction's cost stands for. */
bool sim_heap_spent(const SimBlockMemory *block);
/* After the last block of a kernel that ran to its end: warns of memory from malloc that was never freed. */
void sim_heap_leaks(SimBlockMemory *block);

/* Reads bytes for printf's format and arguments; false where they do not lie wholly inside one variable of any
 * space. */
bool sim_read_bytes(SimBlockMemory *block, uint32_t thread, uint64_t generic, void *bytes, uint64_t size);
/* A 0-terminated string at a generic address, at most limit bytes; NULL where there is none. Valid until the kernel
 * runs on; the last 64 strings are valid. */
const char *sim_read_string(SimBlockMemory *block, uint32_t thread, uint64_t generic, size_t limit);

/* ---- findings and results ---------------------------------------------------------------------------------------- */

/* Records a finding at instruction pc (and other_pc, or UINT32_MAX); deduplicated by kind and pcs, the message kept is
 * that of the lowest block. Used by the executor too, for barriers, budget and traps. */
void sim_finding(SimBlockMemory *block, FindingKind kind, bool warning, uint32_t pc, uint32_t other_pc,
                 const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Adds to a counter that the executor keeps (branches, instructions, barriers). */
void sim_count(SimBlockMemory *block, Metric metric, uint32_t pc, uint64_t amount);

/* Merges all workers' counters, findings and samples into result (metrics, lines, findings, samples), all in arena and
 * independent of how blocks were spread over workers. */
void sim_merge(SimBlockMemory *const *blocks, size_t count, const SimLayout *layout, Arena *arena, Result *result);

/* Sets the metrics that owners.c counts, of a launch of so many blocks and warps that asked for owners. */
void sim_set_own(Metrics *metrics, SimBlockMemory *const *memories, uint32_t count, uint64_t blocks, uint64_t warps);

/* Whether the records of races say that the thread of the running block was among the last to write there; where they
 * tell blocks apart and no threads, whether its block was. Without records: false. */
bool sim_thread_wrote(const SimBlockMemory *block, PtxSpace space, uint64_t address, uint32_t thread);

/* "(3,0,0)" for thread number within the block; buffer of at least 32 bytes. */
const char *sim_thread_name(const SimBlockMemory *block, uint32_t thread, char *buffer);

#endif
