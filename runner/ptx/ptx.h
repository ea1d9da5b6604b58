/* PTX: text to a program.
 *
 * ptx_parse turns the text that NVRTC or clang wrote into a PtxModule: variables, functions, and for each function a
 * flat array of instructions with registers numbered, labels resolved, source lines attached and, for every branch,
 * its reconvergence point (the immediate post-dominator). Nothing is executed here, and the only knowledge of an
 * instruction's meaning is the opcode table (opcodes.h).
 *
 * Source: PTX ISA 9.0. The arena that is passed in owns everything. Input is hostile: no text may crash, hang or
 * exhaust memory; what is not understood is an error with the PTX line and, where .loc gives it, the CUDA line. */
#ifndef WARPSCHOOL_PTX_PTX_H
#define WARPSCHOOL_PTX_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "ptx/opcodes.h"

typedef enum PtxType {
    PTX_NONE,
    PTX_PRED,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_B128,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F16X2,
    PTX_BF16,
    PTX_BF16X2,
    PTX_F32,
    PTX_F32X2,
    PTX_F64,
    PTX_U16X2,
    PTX_S16X2,
    PTX_TYPE_COUNT
} PtxType;
extern const char *const ptx_type_name[PTX_TYPE_COUNT]; /* "u32" */
int ptx_type_bytes(PtxType type);                       /* PRED: 0 */
bool ptx_type_signed(PtxType type);
bool ptx_type_float(PtxType type); /* F16 .. F64 and their packed forms */

typedef enum PtxSpace {
    PTX_GENERIC, /* no space written */
    PTX_REG,
    PTX_CONST,
    PTX_GLOBAL,
    PTX_LOCAL,
    PTX_PARAM,
    PTX_SHARED,
    PTX_TEX, /* .tex, and .global variables of type .texref, .samplerref, .surfref */
    PTX_SPACE_COUNT
} PtxSpace;

/* Modifiers, each kind in its own field of the instruction; 0 is always "not written". */
typedef enum PtxRound {
    PTX_ROUND_NONE,
    PTX_RN,
    PTX_RZ,
    PTX_RM,
    PTX_RP, /* floating point */
    PTX_RNI,
    PTX_RZI,
    PTX_RMI,
    PTX_RPI, /* to an integer */
    PTX_RNA
} PtxRound;
typedef enum PtxCompare {
    PTX_CMP_NONE,
    PTX_EQ,
    PTX_NE,
    PTX_LT,
    PTX_LE,
    PTX_GT,
    PTX_GE,
    PTX_LO,
    PTX_LS,
    PTX_HI,
    PTX_HS,
    PTX_EQU,
    PTX_NEU,
    PTX_LTU,
    PTX_LEU,
    PTX_GTU,
    PTX_GEU,
    PTX_NUM,
    PTX_NAN
} PtxCompare;
typedef enum PtxBool { PTX_BOOL_NONE, PTX_AND, PTX_OR, PTX_XOR, PTX_POPC } PtxBool; /* setp, set, bar.red, lop3 */
typedef enum PtxPart { /* of a product; and, for textures, the level, the component of tld4, the query of txq and suq */
                       PTX_PART_NONE,
                       PTX_MUL_LO,
                       PTX_MUL_HI,
                       PTX_MUL_WIDE,
                       PTX_TEX_LEVEL,
                       PTX_TEX_GRAD,
                       PTX_TEX_BASE,
                       PTX_TLD4_R,
                       PTX_TLD4_G,
                       PTX_TLD4_B,
                       PTX_TLD4_A,
                       PTX_TXQ_WIDTH,
                       PTX_TXQ_HEIGHT,
                       PTX_TXQ_DEPTH,
                       PTX_TXQ_OTHER
} PtxPart;
typedef enum PtxAtomic {
    PTX_ATOM_NONE,
    PTX_ATOM_ADD,
    PTX_ATOM_MIN,
    PTX_ATOM_MAX,
    PTX_ATOM_AND,
    PTX_ATOM_OR,
    PTX_ATOM_XOR,
    PTX_ATOM_EXCH,
    PTX_ATOM_CAS,
    PTX_ATOM_INC,
    PTX_ATOM_DEC
} PtxAtomic;
typedef enum PtxMode { /* shfl, vote, prmt, shf, testp, match, mov-like modes; one per instruction */
                       PTX_MODE_NONE,
                       PTX_SHFL_UP,
                       PTX_SHFL_DOWN,
                       PTX_SHFL_BFLY,
                       PTX_SHFL_IDX,
                       PTX_VOTE_ALL,
                       PTX_VOTE_ANY,
                       PTX_VOTE_UNI,
                       PTX_VOTE_BALLOT,
                       PTX_MATCH_ANY,
                       PTX_MATCH_ALL,
                       PTX_PRMT_F4E,
                       PTX_PRMT_B4E,
                       PTX_PRMT_RC8,
                       PTX_PRMT_ECL,
                       PTX_PRMT_ECR,
                       PTX_PRMT_RC16,
                       PTX_SHF_L,
                       PTX_SHF_R,
                       PTX_TESTP_FINITE,
                       PTX_TESTP_INFINITE,
                       PTX_TESTP_NUMBER,
                       PTX_TESTP_NOTANUMBER,
                       PTX_TESTP_NORMAL,
                       PTX_TESTP_SUBNORMAL,
                       PTX_BAR_SYNC,
                       PTX_BAR_ARRIVE,
                       PTX_BAR_RED,
                       PTX_BAR_WARP,
                       PTX_REDUX_ADD,
                       PTX_REDUX_MIN,
                       PTX_REDUX_MAX,
                       PTX_REDUX_AND,
                       PTX_REDUX_OR,
                       PTX_REDUX_XOR,
                       PTX_TEX_1D,
                       PTX_TEX_2D,
                       PTX_TEX_3D,
                       PTX_TEX_A1D,
                       PTX_TEX_A2D,
                       PTX_TEX_CUBE,
                       PTX_TEX_ACUBE,
                       PTX_TEX_2DMS,
                       PTX_TEX_A2DMS,
                       PTX_VMAD_SHR7,
                       PTX_VMAD_SHR15,
                       PTX_MODE_COUNT
} PtxMode;
/* PtxInstr.flags: modifiers that are either written or not. */
typedef uint64_t PtxFlags;
#define PTX_FTZ (UINT64_C(1) << 0)
#define PTX_SAT (UINT64_C(1) << 1)
#define PTX_APPROX (UINT64_C(1) << 2)
#define PTX_FULL (UINT64_C(1) << 3)
#define PTX_VOLATILE (UINT64_C(1) << 4)
#define PTX_CC (UINT64_C(1) << 5)   /* add.cc: writes the carry */
#define PTX_WRAP (UINT64_C(1) << 6) /* shf.wrap; without it .clamp */
#define PTX_ALIGNED (UINT64_C(1) << 7)
#define PTX_SYNC (UINT64_C(1) << 8)
#define PTX_ACQUIRE (UINT64_C(1) << 9)
#define PTX_RELEASE (UINT64_C(1) << 10)
#define PTX_RELAXED (UINT64_C(1) << 11)
#define PTX_SC (UINT64_C(1) << 12)
#define PTX_MMIO (UINT64_C(1) << 13)
#define PTX_SCOPE_CTA (UINT64_C(1) << 14) /* without it the scope is the device */
#define PTX_TO (UINT64_C(1) << 15)        /* cvta.to */
#define PTX_NAN_MODE (UINT64_C(1) << 16)  /* min.NaN, max.NaN */
#define PTX_ABS (UINT64_C(1) << 17)       /* min.abs and max.abs of three inputs; with .xorsign of two */
#define PTX_XORSIGN (UINT64_C(1) << 18)
#define PTX_SHIFTAMT (UINT64_C(1) << 19)
#define PTX_RELU (UINT64_C(1) << 20)
#define PTX_PARITY (UINT64_C(1) << 21)         /* mbarrier.try_wait.parity */
#define PTX_SHARED_CLUSTER (UINT64_C(1) << 22) /* shared::cluster; the space is PTX_SHARED */
#define PTX_PLUS_ONE (UINT64_C(1) << 23)       /* vmad.po */
#define PTX_NOINC (UINT64_C(1) << 24)          /* cp.async.mbarrier.arrive.noinc */

/* Special registers; one of an instruction's operands. */
typedef enum PtxSpecial {
    PTX_TID_X,
    PTX_TID_Y,
    PTX_TID_Z,
    PTX_NTID_X,
    PTX_NTID_Y,
    PTX_NTID_Z,
    PTX_CTAID_X,
    PTX_CTAID_Y,
    PTX_CTAID_Z,
    PTX_NCTAID_X,
    PTX_NCTAID_Y,
    PTX_NCTAID_Z,
    PTX_LANEID,
    PTX_WARPID,
    PTX_NWARPID,
    PTX_SMID,
    PTX_NSMID,
    PTX_GRIDID,
    PTX_LANEMASK_EQ,
    PTX_LANEMASK_LE,
    PTX_LANEMASK_LT,
    PTX_LANEMASK_GE,
    PTX_LANEMASK_GT,
    PTX_CLOCK,
    PTX_CLOCK_HI,
    PTX_CLOCK64,
    PTX_GLOBALTIMER,
    PTX_GLOBALTIMER_LO,
    PTX_GLOBALTIMER_HI,
    PTX_DYNAMIC_SMEM_SIZE,
    PTX_TOTAL_SMEM_SIZE,
    PTX_WARP_SIZE,
    PTX_SPECIAL_COUNT
} PtxSpecial;
extern const char *const ptx_special_name[PTX_SPECIAL_COUNT]; /* "tid.x"; WARP_SZ for PTX_WARP_SIZE */

typedef enum PtxOperandKind {
    PTX_OPERAND_NONE,
    PTX_OPERAND_REG,      /* reg */
    PTX_OPERAND_IMM,      /* imm: an integer's 64 bits, two's complement, or a float's bits in the width it was written
                             (is_f32, is_f64); convert by the instruction's type */
    PTX_OPERAND_SPECIAL,  /* special */
    PTX_OPERAND_SYMBOL,   /* the address of a variable (variable) plus offset, as mov takes it */
    PTX_OPERAND_FUNCTION, /* function: the target of call, or its address in a mov */
    PTX_OPERAND_ADDRESS, /* [reg + offset], [variable + offset] or [offset]: base_reg >= 0, variable >= 0, or neither */
    PTX_OPERAND_VECTOR,  /* {a, b, c, d}: elements, count */
    PTX_OPERAND_LABEL,   /* target: index of an instruction */
    PTX_OPERAND_SINK,    /* _ */
} PtxOperandKind;

typedef struct PtxOperand {
    uint8_t kind;         /* PtxOperandKind */
    bool negated;         /* !%p */
    bool is_f32, is_f64;  /* 0f... and 0d... immediates */
    const char *selector; /* video instructions: "b0", "h1", "b3210"...; NULL where none is written */
    int32_t reg;          /* REG; ADDRESS's base, or -1. Second half of a p|q destination: see PtxInstr.also */
    int32_t variable;     /* SYMBOL, ADDRESS: index into the module's variables, or -1 */
    int32_t function;     /* FUNCTION: index into the module's functions */
    int32_t special;
    uint32_t target; /* LABEL */
    uint32_t count;  /* VECTOR */
    int64_t offset;  /* SYMBOL, ADDRESS */
    uint64_t imm;
    struct PtxOperand *elements; /* VECTOR */
} PtxOperand;

enum { PTX_MAX_OPERANDS = 6 };

typedef struct PtxInstr {
    uint16_t op;     /* PtxOp, from opcodes.h */
    uint8_t type[3]; /* PtxType in the order written: cvt.f32.s32 has F32, S32 */
    uint8_t space;   /* PtxSpace; the second one of cp.async in space2 */
    uint8_t space2;
    uint8_t vector; /* 1, 2, 4 or 8 */
    uint8_t round, compare, boolean, part, atomic, mode;
    PtxFlags flags;
    int32_t guard; /* predicate register, or -1 */
    bool guard_negated;
    uint8_t operand_count; /* destinations first, as written */
    PtxOperand operand[PTX_MAX_OPERANDS];
    PtxOperand also; /* setp's p|q, shfl's d|p: the second destination; NONE otherwise */
    /* call: operand[0] is the target (FUNCTION, or REG for an indirect call); results and arguments are these
     * variables of space PTX_PARAM that the caller declared (call sequences of NVRTC and clang use nothing else). */
    int32_t *call_results, *call_args;
    uint32_t call_result_count, call_arg_count;
    int32_t prototype; /* indirect call: index into the module's functions of its .callprototype, or -1 */
    uint32_t *targets; /* brx.idx: instruction indices */
    uint32_t target_count;
    /* bra, brx: the instruction at which lanes reconverge; the function's instr_count: at its end */
    uint32_t reconverge;
    uint32_t file, line, column; /* CUDA source; file indexes the module's files, line 0 where unknown. Inlined: the
                              line inside the inlined function; see inlined_line */
    uint32_t inlined_file, inlined_line; /* the innermost call site in the kernel's own text, or 0 */
    uint32_t ptx_line;
    const char *text; /* PTX_OP_UNSUPPORTED: the instruction as written */
    /* PTX_OP_UNSUPPORTED: not PTX: an unknown mnemonic, or operands that a known form does not take */
    bool malformed;
} PtxInstr;

typedef struct PtxReg {
    const char *name; /* "%r7" */
    PtxType type;
} PtxReg;

/* An address in an initialiser: the bytes at this offset of the variable are the address of another symbol. */
typedef struct PtxReloc {
    uint32_t offset;
    uint8_t bytes;    /* 4 or 8 */
    bool generic;     /* generic(symbol) */
    int32_t variable; /* or -1 */
    int32_t function; /* or -1 */
    int64_t addend;
} PtxReloc;

/* PtxModule.variables holds the module's variables and those of its functions (local, shared, param; declarations
 * and prototypes have some too) in the order of the text; owner tells them apart. NVRTC puts a kernel's static
 * __shared__ arrays inside the function ("demoted"). */
typedef struct PtxVariable {
    const char *name;        /* mangled, as written */
    const char *source_name; /* what the student called it: "tile" for _ZZ1tE4tile */
    PtxSpace space;
    PtxType type; /* element type */
    uint32_t align;
    uint64_t size; /* bytes; 0 for an unsized extern array (dynamic shared memory) */
    bool is_extern;
    const uint8_t *init; /* size bytes, or NULL: zeros */
    const PtxReloc *relocs;
    size_t reloc_count;
    int32_t owner; /* function index, or -1 for the module's */
} PtxVariable;

typedef struct PtxFunction {
    const char *name;
    const char *source_name; /* demangled as far as a student needs: "deviceFunc" */
    bool is_entry, is_declaration, is_prototype;
    PtxReg *regs;
    uint32_t reg_count;
    PtxInstr *instrs;
    uint32_t instr_count;
    int32_t *params; /* variable indices, in order; space PTX_PARAM */
    uint32_t param_count;
    int32_t *results; /* .func's return params */
    uint32_t result_count;
    int32_t *variables; /* all variables declared inside: local, shared, param */
    uint32_t variable_count;
    uint32_t max_threads[3]; /* .maxntid, 0 where not given */
    uint32_t cluster[3];     /* .reqnctapercluster: blocks of a cluster, 0 where not given */
    uint32_t ptx_line;
} PtxFunction;

typedef struct PtxModule {
    int version_major, version_minor;
    const char *target; /* "sm_90" */
    const char **files; /* as .file names them; index 0 is "" (unknown) */
    uint32_t file_count;
    PtxVariable *variables;
    uint32_t variable_count;
    PtxFunction *functions;
    uint32_t function_count;
} PtxModule;

/* NULL where the text is not understood; then diags holds at least one error, its Loc in the CUDA source where .loc
 * gives it, else in the PTX text (file "PTX"). An instruction that the opcode table does not know is such an error only
 * where it can be reached: it becomes PTX_OP_UNSUPPORTED with its text, and the device names it if a
 * kernel needs it. */
PtxModule *ptx_parse(const char *text, size_t size, Arena *arena, DiagList *diags);

/* Whether a register of instr has the wrong width for its operand, which every assembler refuses: one sentence in
 * arena, or NULL. See widths.c. */
const char *ptx_width_problem(Arena *arena, const PtxFunction *function, const PtxInstr *instr);

#endif
