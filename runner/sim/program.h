/* A decoded program: what the rooms load (makes it), lanes and run (execute it) share.
 *
 * Method. At load every PTX instruction becomes one or a few micro-instructions (SimInstr), each with a pointer to the
 * function that executes it for all 32 lanes, its handler. Registers are rows: 32 lanes of 4 or 8 bytes, lane by lane.
 * An operand is an offset into one of four areas (the frame of the running function, constants of the launch, constants
 * of the warp, constants of the block), so that an immediate, a kernel parameter or threadIdx.x is read like any
 * register. A handler returns the next micro-instruction, or NULL where the warp cannot go on by itself: it waits at a
 * barrier, has ended, or the launch must stop.
 *
 * A SimProgram and everything in it belongs to the arena of the launch. */
#ifndef WARPSCHOOL_SIM_PROGRAM_H
#define WARPSCHOOL_SIM_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "device.h"
#include "ptx/ptx.h"
#include "sim/memory/sim_block_memory.h"

enum {
    SIM_ROW32 = 128, /* bytes of a row of 32 lanes */
    SIM_ROW64 = 256,
    SIM_ROW_ALIGN = 64,
    SIM_MULTIPROCESSORS = 132,      /* the value of %nsmid, as on an H200 */
    SIM_MAX_STACK = 16 << 20,       /* bytes of rows per warp, all frames together */
    SIM_MAX_LOCAL = 512 << 10,      /* bytes of local memory per thread, as CUDA allows */
    SIM_RECURSION_LOCAL = 16 << 10, /* bytes of local memory per thread where a kernel recurses */
};

/* An operand: the area in the low three bits, the byte offset within it in the others. Predicates are not rows: their
 * operand is an index into warp->predicates times two, plus one where it is negated. */
typedef uint32_t SimOperand;
enum { SIM_AREA_FRAME, SIM_AREA_LAUNCH, SIM_AREA_WARP, SIM_AREA_BLOCK, SIM_AREA_COUNT };
enum { SIM_AREA_MASK = 7 };

typedef struct SimInstr SimInstr;
typedef struct SimWarp SimWarp; /* see warp.h */
typedef const SimInstr *(*SimHandler)(SimWarp *warp, const SimInstr *instr);

struct SimInstr {
    SimHandler run;
    SimOperand dest, a, b, c, d; /* d, branches: 1 where the reconvergence point is nothing but the function's end */
    uint32_t guard;              /* predicate operand, where the handler reads one */
    uint32_t count;              /* leaders and guards: index of the counter; branches: of the branch counter */
    uint32_t pc;                 /* number of the PTX instruction within the program */
    union {
        int64_t imm;       /* a constant that the handler defines: a look-up table, a mode, an offset */
        const void *extra; /* SimMemoryOp, SimCall, ... */
    };
    union {
        const SimInstr *target;         /* branches: the target */
        const SimLoadGroup *load_group; /* the first load of a group: see load/load_groups.c */
        const SimInstr *access;         /* of a word at a base plus an index * 4: see load/indexed.c */
    };
    const SimInstr *reconverge; /* branches: the reconvergence point */
};

/* How often a basic block, or a guarded instruction, was executed: by warps and by threads. */
typedef struct SimCounter {
    uint64_t warps, threads;
} SimCounter;

typedef struct SimBranchCounter {
    uint64_t executed, divergent;
    uint64_t taken; /* by all active lanes */
} SimBranchCounter;

/* What the assembler made of a PTX instruction that branches. */
typedef struct SimKeptBranch {
    bool kept;            /* a branch; else predicates, or nothing */
    bool parts_elsewhere; /* lanes that part may not meet where they do in PTX: if any part, nothing is known */
    uint8_t jumps_taken, jumps_else; /* the assembler's own branches behind it: where a lane takes it, where one does
                                         not */
} SimKeptBranch;

typedef struct SimSpeculation SimSpeculation; /* sim/speculation.h */

typedef struct SimMemoryOp {
    SimAccess access;
    SimOperand data[8];
    SimOperand address; /* a row of 64-bit addresses, or of 32-bit ones where narrow */
    bool narrow;
    bool wide;         /* the row holds values of 32 bits in 64, with their signs */
    bool local_frame;  /* the address is relative to the running function's local variables */
    bool has_address;  /* false: the offset is the whole address */
    uint32_t argument; /* the address was computed from the call's argument of that number plus one; 0: from none */
    int64_t offset;
    SimOperand old;
    SimOperand second;                 /* the second operand of compare and swap */
    const SimSpeculation *speculation; /* of sim_load_speculated */
} SimMemoryOp;

/* An asynchronous copy. */
typedef struct SimCopy {
    SimMemoryOp load, store; /* words of 4 bytes */
    SimOperand size;         /* row: bytes that are read from the source */
    uint32_t ignored;        /* predicate operand plus one: lanes that read nothing from the source; or 0 */
} SimCopy;

/* A bulk copy. */
typedef struct SimBulkCopy {
    SimMemoryOp load, store, object; /* load and store: words of 4 bytes, 4 at a time */
    SimOperand size;                 /* row: bytes */
} SimBulkCopy;

/* An instruction on a barrier object. */
typedef struct SimMbarrierOp {
    SimMemoryOp at;    /* only its address, space and instruction are used */
    SimOperand value;  /* row: of counts or parities (32 bits) or of states (64 bits) */
    SimOperand result; /* row of states, or a predicate */
    bool has_result, invalidates, drops, parity;
    bool counts;             /* .noinc: the copies' completion is one of the arrivals */
    bool expects, completes; /* bytes of bulk copies: `bytes`, a row of them */
    SimOperand bytes;
} SimMbarrierOp;

/* The texture or surface that an instruction names, and where in it. */
typedef struct SimTexturePlace {
    SimOperand handle; /* row of 64 bits */
    SimOperand coordinate[3], layer;
    uint32_t dimensions; /* coordinates; 0: a query */
    bool layered;
} SimTexturePlace;

/* A texture instruction, or a query of a surface. */
typedef struct SimTextureOp {
    SimTexturePlace place;
    SimOperand result[4];
    uint32_t channel;       /* tld4 */
    bool whole_coordinates; /* integers */
    bool surface;           /* suq */
    uint8_t queried;        /* txq, suq: a PtxPart */
} SimTextureOp;

/* What an access outside a surface does. */
typedef enum SimOutside { OUTSIDE_TRAPS, OUTSIDE_TAKES_NEAREST, OUTSIDE_IS_ZERO } SimOutside;

/* suld.b and sust.b: an access to global memory at the address that handle and coordinates lead to. */
typedef struct SimSurfaceOp {
    SimTexturePlace place; /* the first coordinate counts bytes */
    SimAccess access;
    SimOperand data[4];
    SimOutside outside;
} SimSurfaceOp;

/* Which bytes, halves or words of two words (SIMD) or of one word (scalar) an operand selects. */
typedef struct SimSelection {
    uint8_t part[4]; /* in units of bytes (width 1), halves (2) or words (4) */
    uint8_t width;   /* bytes */
} SimSelection;

/* A video instruction. */
typedef struct SimVideoOp {
    uint16_t op;
    uint8_t compare, second, mode;
    uint8_t parts; /* 1, 2 or 4 */
    uint8_t mask;  /* SIMD: the parts that are computed; the others come from the third operand */
    bool dest_signed, a_signed, b_signed, saturates, wraps, plus_one, product_negated, c_negated, merges;
    SimSelection a, b, dest; /* dest: scalar merge only */
} SimVideoOp;

/* A parameter of a call as it lies in a frame: lane after lane, size bytes each. */
typedef struct SimParam {
    uint32_t offset; /* bytes within the frame */
    uint32_t size;   /* bytes per lane */
} SimParam;

/* SimInstr.imm of a fence, together: of .cta scope, fence.sc */
typedef enum SimFence { SIM_FENCE_BLOCK = 1, SIM_FENCE_SC = 2 } SimFence;

enum { SIM_BARRIER_ALIGNED = 1 << 16 }; /* SimInstr.imm of a barrier: all lanes of a warp must come to it together */

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

typedef enum SimService {
    SIM_SERVICE_NONE,
    SIM_SERVICE_VPRINTF,
    SIM_SERVICE_MALLOC,
    SIM_SERVICE_FREE,
    SIM_SERVICE_ASSERT,
    SIM_SERVICE_COUNT
} SimService;

/* A register that may be read before it is written. */
typedef struct SimUnset {
    SimOperand operand; /* a row of the frame, or a predicate */
    uint32_t size;      /* bytes of the row; 0: a predicate */
    uint32_t pc;        /* the first instruction that reads it */
} SimUnset;

typedef struct SimFunction {
    const PtxFunction *source;
    bool loaded;
    SimService service; /* not NONE: a function that the device runtime provides, such as vprintf */
    const SimInstr *entry;
    uint32_t frame_size; /* bytes of rows and params, a multiple of 128 */
    uint32_t predicates; /* how many */
    uint32_t local_size; /* bytes of local variables per thread, a multiple of 16 */
    uint32_t local_used; /* bytes of it that variables take up */
    bool zeroed;         /* a register may be read before it is written: rows start as zeros */
    const SimUnset *unset;
    uint32_t unset_count;
    const SimParam *params, *results;
    uint32_t param_count, result_count;
} SimFunction;

/* What a caller knows of an argument that is an address. */
typedef struct SimArgumentOrigin {
    bool is_shared; /* it was computed from that of one shared variable: */
    uint64_t start; /* where that begins */
} SimArgumentOrigin;

typedef struct SimCall {
    int32_t function; /* index, or -1: per lane from the row in SimInstr.a */
    const SimParam *args, *results;
    const SimArgumentOrigin *origins; /* by argument */
    uint32_t arg_count, result_count;
} SimCall;

/* An instruction that is counted by a counter. */
typedef struct SimCounted {
    uint32_t counter;
    uint32_t pc;
    bool shuffles, votes, block_votes;
} SimCounted;

/* A row of SIM_AREA_LAUNCH that holds a value from the kernel's parameters. */
typedef struct SimParamRow {
    uint32_t row;   /* its offset in the area */
    uint32_t at;    /* of the value in the parameter block */
    uint8_t bytes;  /* of one lane: 4 or 8 */
    uint8_t size;   /* of the value: 1 to 8 bytes */
    bool sign;      /* sign-extended, else zero-extended */
    uint64_t added; /* to the extended value */
} SimParamRow;

/* A decoded kernel: for any launch with the same shape of grid and block and the same dynamic shared memory. */
typedef struct SimProgram {
    const PtxModule *module;
    const struct SimLanes *lanes; /* whose handlers its instructions have */
    SimFunction *functions;       /* by the module's index */
    const SimFunction *kernel;
    const char *kernel_name; /* as in the source */
    uint32_t counter_count, branch_count;
    const SimCounted *counted;
    size_t counted_count;
    uint32_t *branch_pc;
    const SimKeptBranch *kept_branches; /* by instruction of the kernel; NULL where that is not known */
    uint32_t kernel_pc;                 /* the number of the kernel's first instruction */
    uint32_t pc_count;
    Loc *pc_loc;
    const char **pc_text;
    bool *pc_barrier; /* barriers of the block */
    SimAssembled *pc_assembled;
    const SimRound *rounds;
    size_t round_count;
    uint8_t *launch_rows; /* the constants of SIM_AREA_LAUNCH */
    const SimParamRow *param_rows;
    size_t param_row_count;
    bool ordered;            /* blocks must run one after another, because a block may read what another one wrote */
    bool global_atomics;     /* an atomic on global memory may find either the initial value or another block's */
    bool point_to_point;     /* see SimLayout */
    bool mixed_sizes;        /* the same */
    bool blocks_meet;        /* what a thread reads by a strong load or an atomic that other blocks' threads may change
                                decides what it does */
    bool exchanges;          /* the same */
    const uint32_t *pc_base; /* by function: the number of its first instruction */
    uint32_t *effects;       /* counters of instructions with an effect; see effects.c */
    size_t effect_count;
    uint32_t local_size; /* bytes per thread, over the deepest chain of calls */
    uint32_t local_used; /* bytes of local_size that variables take up */
    uint32_t calls_back; /* METRIC_CALL_RECURSIVE */
} SimProgram;

/* ---- load/load.c: PTX to a program ------------------------------------------------------------------------------- */

/* Where a variable lies. */
typedef struct SimPlace {
    uint64_t address; /* within its space; global: the full address */
    bool known;
} SimPlace;

/* What is known before decoding: where variables lie. */
typedef struct SimPlaces {
    const SimPlace *variable; /* by the module's variable */
    const uint32_t *param_at; /* by the module's variable: a kernel parameter's offset in the parameter block */
    uint32_t shared_total;    /* bytes of shared memory per block, static and dynamic */
    uint64_t grid_workspace;  /* of a cooperative launch, a generic address; else 0 */
    const bool *reachable;    /* by function: whether it is decoded */
} SimPlaces;

/* Decodes a kernel and all functions that it may call, for launches of one shape: of *launch only the image, the grid,
 * the block, the dynamic shared memory and lanes are looked at. NULL where something is not supported: then result says
 * what and at which line. */
SimProgram *sim_load(const PtxModule *module, int32_t kernel, const SimPlaces *places, const Launch *launch,
                     Arena *arena, Result *result);
/* Gives the program the parameter block of the next launch. */
void sim_bind_params(SimProgram *program, const uint8_t *params);

/* ---- load/compared.c --------------------------------------------------------------------------------------------- */

enum { SIM_MOST_COMPARED = 16 };
/* Values that the program compares with what it reads, each repeated to 8 bytes. named: with what the lines read that
 * the findings about undefined values name; other: with anything else. */
typedef struct SimComparedValues {
    uint64_t named[SIM_MOST_COMPARED], other[SIM_MOST_COMPARED];
    size_t named_count, other_count;
} SimComparedValues;
/* params: the parameter block of the launch that gave the result. */
void sim_compared_values(const SimProgram *program, const uint8_t *params, const Result *result, Arena *arena,
                         SimComparedValues *values);

/* ---- load/effects.c, load/loops.c -------------------------------------------------------------------------------- */

/* Fills in the program's effects. */
void sim_find_effects(SimProgram *program, Arena *arena);
/* " (lines 12 to 15)": the innermost loop around an instruction; "" where there is none. */
const char *sim_loop_lines(const SimProgram *program, uint32_t pc, char buffer[64]);

/* ---- run/service.c: functions that the device provides ----------------------------------------------------------- */

SimService sim_service_find(const char *name);

/* ---- run/memory_ops.c -------------------------------------------------------------------------------------------- */

/* The handler of loads, stores and atomics; the lane operations for memory fall back to it. */
const SimInstr *sim_access_memory(SimWarp *warp, const SimInstr *instr);
/* The same of a load whose value reaches nothing in the lanes `unread`. */
const SimInstr *sim_access_unread(SimWarp *warp, const SimInstr *instr, uint32_t unread);

#endif
