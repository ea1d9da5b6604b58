/* What the files that turn PTX into a SimProgram share: load.c calls the others, liveness.c and slots.c give registers
 * their rows, emit.c goes through a function's instructions, decode_*.c choose the micro-instructions of one PTX
 * instruction.
 *
 * A decoder function returns false where it does not know the instruction; then the kernel is not supported. */
#ifndef WARPSCHOOL_SIM_LOAD_H
#define WARPSCHOOL_SIM_LOAD_H

#include "base/vec.h"
#include "sim/lanes/lanes.h"
#include "sim/program.h"

/* Where the value of a register lies. */
typedef struct SimSlot {
    SimOperand operand; /* a row, or for predicates the index times two */
    bool constant;      /* a constant of the launch, the block or the warp: its definition needs no execution */
    bool known;         /* `value` is the register's value for all lanes in every launch */
    bool param;         /* the row is a SimParamRow, the one that `from` describes */
    bool has_wide;      /* a register of 32 bits that addresses words of shared memory: */
    SimOperand wide;    /* a row of its value in 64 bits, with its sign, which is written with it (slots.c) */
    uint64_t value;
    SimParamRow from;
} SimSlot;

typedef struct SimFixup {
    size_t code;                 /* index of the micro-instruction */
    uint32_t target, reconverge; /* PTX indices; UINT32_MAX for none */
    const uint32_t *targets;     /* brx: the targets, as many as the micro-instruction says */
} SimFixup;

typedef struct SimConstant {
    uint64_t value;
    uint8_t bytes;
    uint32_t offset;
    uint32_t next; /* in the bucket, plus one */
} SimConstant;

enum { SIM_CONSTANT_BUCKETS = 1024, SIM_NO_PARAM = -1 };

typedef struct Decoder {
    Arena *arena;
    const PtxModule *module;
    SimProgram *program;
    const SimLanes *lanes;
    const Launch *launch;
    const SimPlace *place;
    const uint32_t *param_at; /* offset of each parameter variable in the parameter block, by variable index */
    uint32_t shared_total;
    uint64_t grid_workspace;

    VEC(SimConstant) constants; /* of SIM_AREA_LAUNCH */
    uint32_t constant_bucket[SIM_CONSTANT_BUCKETS];
    uint32_t constant_bytes;
    VEC(SimParamRow) param_rows;
    VEC(SimCounted) counted;
    VEC(uint32_t) branch_pc;
    VEC(SimRound) rounds;
    uint64_t rounds_work; /* steps of rounds.c so far */
    bool ordered;
    bool global_atomics;
    bool point_to_point;             /* see SimLayout */
    bool blocks_meet;                /* see SimProgram */
    bool narrow_strong, wide_strong; /* there are strong loads or atomics of less than 8 bytes, and of 8 */

    bool overwrites, carries; /* there are atomics of which SimAccess says so */

    /* the function being decoded */
    const PtxFunction *function;
    SimFunction *out;
    bool is_kernel;
    uint32_t pc_base, pc;
    SimSlot *slot; /* by register */
    bool *read;    /* by register: some instruction reads it */
    /* by register: something other than a store of its value reads it; NULL until it is needed */
    const bool *used;
    const int32_t *origins;        /* by register: from sim_shared_origins */
    const int32_t *param_origins;  /* from sim_param_origins */
    const int32_t *global_origins; /* from sim_global_origins */
    const bool *cas_first_loads;   /* by instruction: from sim_cas_first_loads */
    const uint8_t *polls;          /* by instruction: from sim_polls */
    const bool *waited;            /* by the module's function: from sim_waited_functions */
    const uint8_t *uses;           /* by register: from sim_uses */
    bool has_fence;
    bool *leads;                 /* by instruction, with one more at the end: starts a basic block */
    int32_t *frame_param;        /* by the module's variable: frame offset, or SIM_NO_PARAM */
    uint32_t *local_at;          /* by the module's variable: offset in the function's local memory */
    uint32_t rows_size;          /* bytes of the registers' rows and the parameters: temporaries follow */
    uint32_t narrow_at;          /* where the registers' rows of 32 bits a lane begin; those of 64 bits lie before */
    uint32_t *dying, *dying_too; /* by instruction: a register, plus one, that is not live any more after it; by
                                    register: another one */
    struct SimLiveness *live;    /* liveness.h */
    uint32_t temporaries, temporaries_most;
    uint32_t predicates; /* of registers: temporary ones follow */
    uint32_t temporary_predicates, temporary_predicates_most;
    VEC(SimInstr) code;
    VEC(SimFixup) fixups;
    const char *problem;    /* what is not supported, where decoding failed */
    const char *unresolved; /* a function that is called and has no body here */
    const char *malformed;  /* what is wrong with an instruction that ptxas would refuse */

    /* a result that goes through a temporary because its register is wider than the instruction's type */
    SimOperand widen_from, widen_to;
    PtxType widen_type;
} Decoder;

/* ---- operands.c: what decoders build with ------------------------------------------------------------------------ */

/* Appends a micro-instruction; valid until the next one is appended. */
SimInstr *sim_emit(Decoder *decoder, SimHandler run);
SimInstr *sim_emit_lane(Decoder *decoder, LaneOp op, SimOperand dest, SimOperand a, SimOperand b, SimOperand c);

/* A constant row with `bytes` (4 or 8) bytes a lane that holds value in each lane; equal ones are shared. */
SimOperand sim_constant(Decoder *decoder, uint64_t value, int bytes);
SimOperand sim_temporary(Decoder *decoder);         /* a row of 8 bytes per lane, until the next PTX instruction */
uint32_t sim_temporary_predicate(Decoder *decoder); /* a predicate operand */

int sim_row_bytes(PtxType type); /* 4 or 8 bytes a lane; 0 for predicates, -1 for types that no row holds */

/* The row of an operand that is read as type, after the conversions that it needs. */
SimOperand sim_source(Decoder *decoder, const PtxOperand *operand, PtxType type);
/* The row of an operand that is written as type. */
SimOperand sim_dest(Decoder *decoder, const PtxOperand *operand, PtxType type);
/* A predicate operand that is read; constants become predicates too. */
uint32_t sim_source_predicate(Decoder *decoder, const PtxOperand *operand);
uint32_t sim_dest_predicate(Decoder *decoder, const PtxOperand *operand);
/* Bytes per lane of the row of a register operand, else of type. */
int sim_operand_bytes(const Decoder *decoder, const PtxOperand *operand, PtxType type);

/* A constant operand's value: an immediate converted to type, or a symbol's address. False where it is none. */
bool sim_constant_value(const Decoder *decoder, const PtxOperand *operand, PtxType type, uint64_t *value);

/* Describes a kernel parameter, sign- or zero-extended from type; false outside the parameter. */
bool sim_param_value(const Decoder *decoder, int32_t variable, int64_t offset, PtxType type, SimParamRow *value);
/* The row with `bytes` (4 or 8) bytes a lane that holds that value in each launch; equal ones are shared. */
SimOperand sim_param_row(Decoder *decoder, SimParamRow *value, int bytes);
/* The row of a special register that needs no instruction to compute it; *found false where there is none. */
SimOperand sim_special_row(int32_t special, bool *found);

/* ---- constant_registers.c ---------------------------------------------------------------------------------------- */

/* Gives registers that are constants their slots. skipped: by instruction: it needs no execution. */
void sim_find_constants(Decoder *decoder, bool *skipped);

/* ---- emit.c ------------------------------------------------------------------------------------------------------ */

/* Decodes the function's instructions into decoder->code; false: result says what is not supported. */
bool sim_emit_function(Decoder *decoder, const bool *skipped, Result *result);
/* The number that a branch's counts have; pc: UINT32_MAX: it is no PTX instruction. */
uint32_t sim_new_branch(Decoder *decoder, uint32_t pc);

/* ---- construct.c ------------------------------------------------------------------------------------------------- */

/* The CUDA C++ feature behind an instruction that is not supported, such as "a texture (tex2D...)"; NULL where it is
 * not known. */
const char *sim_construct(const char *text);

/* ---- liveness.c -------------------------------------------------------------------------------------------------- */

typedef void SimRegisterVisitor(void *context, int32_t reg, bool written);
/* Calls visit for every register that instr reads or writes; reads come first. A guarded write counts as a read too:
 * the lanes that are left out keep the old value. */
void sim_each_register(const PtxInstr *instr, SimRegisterVisitor *visit, void *context);

/* ---- slots.c ----------------------------------------------------------------------------------------------------- */

/* After an instruction: writes the wide rows of the registers that it wrote. */
void sim_write_wide_rows(Decoder *decoder, const PtxInstr *instr);

/* Gives every register that is not a constant a row; registers that are never live together share one. Sets
 * decoder->live, rows_size, out->zeroed and out->unset. decoder->leads must be known. */
void sim_place_registers(Decoder *decoder);

/* Whether the row is a register's whose value nothing reads any more after the instruction with that number. */
bool sim_row_dies(const Decoder *decoder, SimOperand row, uint32_t pc);
/* Whether two rows have bytes in common. */
bool sim_rows_overlap(const Decoder *decoder, SimOperand a, SimOperand b);

/* ---- origin.c ---------------------------------------------------------------------------------------------------- */

/* By register: index of the shared variable (with a known size) that its value points into, or -1 where that is not
 * certain. */
const int32_t *sim_shared_origins(Arena *arena, const PtxModule *module, const PtxFunction *function);

/* By register: number of the function's parameter that its value points into as far as its caller said, or -1 where
 * that is not certain. NULL of a kernel, whose parameters are no addresses of variables. */
const int32_t *sim_param_origins(Arena *arena, const PtxModule *module, const PtxFunction *function);

/* By register: index of the variable of global memory, or of the kernel's parameter of 8 bytes, that its value was
 * computed from, or -1 where that is not certain. */
const int32_t *sim_global_origins(Arena *arena, const PtxModule *module, const PtxFunction *function);

/* reg + offset, or variable + offset */
typedef struct SimAddress {
    int32_t reg, variable; /* -1: not this one but the other */
    int64_t offset;
} SimAddress;
/* An address traced back to a register or a variable plus an offset, through mov, cvta and add of a constant, as long
 * as the register is written only once. writes: by register: by how many instructions it is written, 2 for more;
 * written: by the last of which. */
SimAddress sim_address_of(const PtxFunction *function, const uint8_t *writes, const uint32_t *written,
                          const PtxOperand *operand);

/* ---- first_guess.c ----------------------------------------------------------------------------------------------- */

/* By instruction: whether it is the plain load before a loop around atomicCAS, which does not race with other
 * updates. */
const bool *sim_cas_first_loads(Arena *arena, const PtxFunction *function);

/* ---- flow.c ------------------------------------------------------------------------------------------------------ */

/* Which instructions control comes from, and what searches need. */
typedef struct SimFlow {
    const PtxFunction *function;
    uint32_t *before; /* for instruction i: at from[i] to from[i + 1], those from which control goes to it */
    uint32_t *from;
    uint32_t *left; /* of a search: what is to be visited */
    bool *ahead, *seen;
    uint64_t work;               /* steps of all searches */
    uint16_t *same_known, *same; /* by register: what ways.c has found, a bit for each depth of its search */
} SimFlow;

#define SIM_NO_MORE (UINT32_MAX - 1)
/* Where control may go from an instruction, one place after the other by index from 0 on; SIM_NO_MORE: these were all.
 * A place past the function's end is none. */
uint32_t sim_successors(const PtxFunction *function, uint32_t at, uint32_t index);
SimFlow *sim_flow(Arena *arena, const PtxFunction *function);
/* Marks the instructions that a thread may come to after the one at `at`, on ways that do not lead over `end`. */
void sim_mark_reached(SimFlow *flow, uint32_t at, uint32_t end, bool *marked);
/* Sets for each instruction whether the loop that the branch at `latch` back to `header` closes repeats it; false:
 * there is no such loop. */
bool sim_mark_loop(SimFlow *flow, uint32_t latch, uint32_t header, bool *loop);

/* ---- rounds.c ---------------------------------------------------------------------------------------------------- */

/* Adds a SimRound for each loop around each barrier of the function. */
void sim_find_rounds(Decoder *decoder, const PtxFunction *function, uint32_t pc_base);

/* ---- ways.c ------------------------------------------------------------------------------------------------------ */

/* Marks the instructions that a thread may come to after the one at `at`, and clears the others: as
 * sim_mark_reached(), but by what the conditions that led it there say of threadIdx and other numbers that stay the
 * same. writes: by register: by how many instructions it is written, 2 for more; written: by the last of which. */
void sim_mark_ways(SimFlow *flow, const uint8_t *writes, const uint32_t *written, uint32_t at, bool *marked);

/* ---- decisions.c ------------------------------------------------------------------------------------------------- */

/* What depends on the value of one instruction. */
typedef struct SimDecision {
    SimFlow *flow;
    bool *depends;                   /* by register */
    bool *controlled;                /* by instruction: the value decides whether a thread executes it */
    bool *decided;                   /* by instruction: a branch whose way depends on the value */
    const bool *loop;                /* by instruction: looked at, from sim_mark_loop; NULL: all are */
    bool call_stores;                /* a call that is followed may leave the value in memory */
    bool memory, arguments, results; /* it may lie in memory, in what calls are given, in what they return */
    uint32_t at;                     /* the instruction being visited */
    bool reads, changed;
    uint32_t branches;   /* that it decides */
    bool leaves;         /* it decides whether a thread leaves the loop */
    bool returned;       /* it decides what the function returns */
    bool acts;           /* it decides something other than whether the word that was read is updated */
    const bool *updates; /* by instruction: an update of the word, which may be done more often; NULL: none */
} SimDecision;

/* Follows the value of a load, an atomic or a call. */
void sim_follow_value(SimDecision *decision, uint32_t at);

/* ---- polls.c ----------------------------------------------------------------------------------------------------- */

enum { SIM_POLLS = 1, SIM_GUARDS_UPDATE };
/* By instruction: SIM_POLLS: it is a strong load, or an atomic that may be repeated without harm, that a loop repeats
 * until its value ends the loop; or a strong store to the address of such a load. SIM_GUARDS_UPDATE: it is a strong
 * load that only decides whether the same word is updated. waited: from sim_waited_functions. */
const uint8_t *sim_polls(Arena *arena, const PtxModule *module, const PtxFunction *function, bool waited);
/* By the module's function: whether a loop that calls it waits for what it returns or stores: `waited` of sim_polls. */
const bool *sim_waited_functions(Arena *arena, const PtxModule *module);

/* ---- uses.c ------------------------------------------------------------------------------------------------------ */

enum { SIM_DECIDES = 1, SIM_CARRIED = 2 };
/* By register: whether its value may decide what a thread does, and whether it may be carried into memory or into an
 * address. origins: from sim_shared_origins. */
const uint8_t *sim_uses(Arena *arena, const PtxModule *module, const PtxFunction *function, const int32_t *origins);
bool sim_has_fence(const PtxFunction *function);

/* ---- order.c ----------------------------------------------------------------------------------------------------- */

/* Whether the function may store to the same global address in every block. */
bool sim_blocks_collide(const PtxFunction *function, Arena *arena);

/* ---- indexed.c --------------------------------------------------------------------------------------------------- */

/* Gives accesses at base + index * 4 a handler that needs no row of addresses, in the code of the function that was
 * decoded. */
void sim_index_accesses(Decoder *decoder);

/* ---- speculated.c ------------------------------------------------------------------------------------------------ */

/* Gives loads whose value may reach nothing in some lanes their handler, in the code of the function that was decoded:
 * before the others of these passes, so that none takes such a load. */
void sim_find_speculated(Decoder *decoder);

/* ---- load_groups.c ----------------------------------------------------------------------------------------------- */

/* Gives the first of loads that are checked together its handler, in the code of the function that was decoded. */
void sim_group_loads(Decoder *decoder);
/* Whether the handler only computes one row from others. */
bool sim_is_on_rows(const SimLanes *lanes, SimHandler run);

/* ---- pairs.c ----------------------------------------------------------------------------------------------------- */

/* Gives multiplications whose product is added at once a handler that does both, in the same code. */
void sim_pair_products(Decoder *decoder);
/* Whether *product and the micro-instruction behind it are such a pair; *is_signed: of what kind. */
bool sim_is_product_pair(const Decoder *decoder, const SimInstr *product, bool *is_signed);

/* ---- decode_*.c -------------------------------------------------------------------------------------------------- */

bool sim_decode_integer(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_logic(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_float(Decoder *decoder, const PtxInstr *instr);      /* f32 and f64 */
bool sim_decode_float_pair(Decoder *decoder, const PtxInstr *instr); /* f32x2 */
bool sim_decode_half(Decoder *decoder, const PtxInstr *instr);       /* f16, bf16 and their pairs */
bool sim_decode_compare(Decoder *decoder, const PtxInstr *instr);    /* setp, set, selp, slct, testp */
bool sim_decode_convert(Decoder *decoder, const PtxInstr *instr);    /* cvt */
bool sim_decode_pack(Decoder *decoder, const PtxInstr *instr);       /* cvt.pack */
bool sim_decode_policy(Decoder *decoder, const PtxInstr *instr);     /* createpolicy: its result is not used */
bool sim_decode_move(Decoder *decoder, const PtxInstr *instr);       /* mov, cvta, isspacep */
bool sim_decode_video(Decoder *decoder, const PtxInstr *instr);      /* vadd, vadd2, vadd4... */
bool sim_decode_memory(Decoder *decoder, const PtxInstr *instr);
/* loaded.c: sets copied, gap and parts of a load whose other fields are set. */
void sim_find_loaded(Decoder *decoder, const PtxInstr *load, SimAccess *access);
/* Fills in the address of op: [reg + offset], [variable + offset] or [offset]. */
bool sim_decode_address(Decoder *decoder, const PtxInstr *instr, const PtxOperand *address, SimMemoryOp *op);
bool sim_decode_mbarrier(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_texture(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_warp(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_barrier(Decoder *decoder, const PtxInstr *instr);
bool sim_decode_call(Decoder *decoder, const PtxInstr *instr);
/* Where the shared variable begins that an address has as its origin; false: that is not known. */
bool sim_shared_start(const Decoder *decoder, int32_t origin, uint64_t *start);
/* *base: what is added to an address in that space to make it generic; false for spaces that have no generic
 * addresses. */
bool sim_window_base(PtxSpace space, uint64_t *base);

#endif
