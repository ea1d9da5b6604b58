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
#include "ptx/vocabulary.h"

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
    /* .pragma "used_bytes_mask" before a load: a bit for each byte of a lane's that is used; 0: there is none */
    uint32_t used_bytes;
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
/* For launches of one kernel: the bodies of other kernels are passed over, so that these have no instructions and what
 * is wrong in them is not found. Functions that are no kernels are read whole. only: NULL: every kernel. */
PtxModule *ptx_parse_kernel(const char *text, size_t size, const char *only, Arena *arena, DiagList *diags);

/* Whether a register of instr has the wrong width for its operand, which every assembler refuses: one sentence in
 * arena, or NULL. See widths.c. */
const char *ptx_width_problem(Arena *arena, const PtxFunction *function, const PtxInstr *instr);

/* The number of the function's parameter that the variable is; -1: it is none. Parameters are declared one right after
 * the other, so that this takes no search: a kernel may have 30,000. */
int32_t ptx_param_number(const PtxFunction *function, int32_t variable);

#endif
