/* The opcode table: one row for each instruction of PTX ISA 9.0 that CUDA C++ can emit without tensor cores.
 *
 * The enum, the parser and the simulator all read this table; there is no other list of opcodes.
 *
 *   X(enumerator, text, destinations, least, most, types, kind, words, widths)
 *
 *   text          the mnemonic: the longest row that is a prefix of the instruction's dotted name wins, so that
 *                 "cp.async.wait_group" is not "cp.async" with a strange modifier
 *   destinations  how many of the operands, from the first, are written; PtxInstr.also is one more. Where the ISA makes
 *                 the destination optional (bar.red, mbarrier.arrive, call) see the note at the row
 *   least, most   how many operands may be written, destinations included. A vector {a, b} counts as one, and the parts
 *                 of a texture's [texture, {x, y}] count one each. An L2 cache policy operand is dropped by the parser:
 *                 it has no meaning for results
 *   types         how many type suffixes there can be
 *   kind          what the control flow graph and the simulator must know before they know the opcode
 *   words         which meaning the ambiguous modifiers have: ".lo" is a comparison in setp and half of a product in
 *                 mul; ".and" is a reduction, an atomic or a logical operation
 *   widths        how wide a register each operand takes, one letter an operand:
 *                     t  the size of the first type     u  of the second type, or of the first where there is one only
 *                     m  as t, twice that with .wide    p  a predicate
 *                     4  32 bits      8  64 bits        q  64 bits, 32 with .parity
 *                     b  a predicate, 32 bits with .ballot
 *                     -  not a register, or one whose size depends on more than this: its decoder checks
 *                 See widths.c
 *
 * Instructions not listed (mma, wgmma, ldmatrix, tensor copies...) become PTX_OP_UNSUPPORTED. */
#ifndef WARPSCHOOL_PTX_OPCODES_H
#define WARPSCHOOL_PTX_OPCODES_H

#include <stddef.h>
#include <stdint.h>

typedef enum PtxKind {
    PTX_KIND_ALU,      /* registers to registers, each lane on its own */
    PTX_KIND_WARP,     /* lanes exchange values: shuffles, votes */
    PTX_KIND_LOAD,     /* destination, then an address */
    PTX_KIND_STORE,    /* an address, then what is stored */
    PTX_KIND_ATOMIC,   /* atom: destination, address, operands; red: address, operands */
    PTX_KIND_COPY,     /* asynchronous copies: destination address, source address, sizes */
    PTX_KIND_MBARRIER, /* a barrier object in memory */
    PTX_KIND_TEXTURE,  /* textures and surfaces */
    PTX_KIND_BRANCH,   /* bra, brx: goes elsewhere, or falls through where guarded */
    PTX_KIND_CALL,
    PTX_KIND_RETURN,  /* ret: ends the function for its lanes */
    PTX_KIND_EXIT,    /* exit, trap: ends the thread */
    PTX_KIND_BARRIER, /* block-wide or cluster-wide */
    PTX_KIND_FENCE,   /* orders memory; no operands that matter */
    PTX_KIND_HINT     /* changes no result: prefetch, pmevent, nanosleep */
} PtxKind;

typedef enum PtxWords {
    PTX_WORDS_NONE,
    PTX_WORDS_COMPARE, /* setp, set: .lo .nan...; .and .or .xor join the predicate operand */
    PTX_WORDS_PART,    /* .lo .hi .wide */
    PTX_WORDS_ATOMIC,  /* .add .min .and .cas... in PtxInstr.atomic */
    PTX_WORDS_SHFL,
    PTX_WORDS_VOTE,
    PTX_WORDS_MATCH,
    PTX_WORDS_PRMT,
    PTX_WORDS_SHF, /* .l .r, .wrap .clamp */
    PTX_WORDS_TESTP,
    PTX_WORDS_BAR, /* .sync .arrive .red and the reduction in PtxInstr.boolean */
    PTX_WORDS_REDUX,
    PTX_WORDS_TEXTURE, /* geometry in PtxInstr.mode; level, component or query in PtxInstr.part */
    PTX_WORDS_LOGIC    /* lop3.and: in PtxInstr.boolean */
} PtxWords;

/* clang-format off */
#define PTX_OPCODES(X)                                                                                                 \
    /* integer */                                                                                                      \
    X(PTX_OP_ADD,     "add",      1, 3, 3, 2, PTX_KIND_ALU,      PTX_WORDS_NONE, "tut") /* .cc: PTX_CC */              \
    X(PTX_OP_ADDC,    "addc",     1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_SUB,     "sub",      1, 3, 3, 2, PTX_KIND_ALU,      PTX_WORDS_NONE, "tut")                                \
    X(PTX_OP_SUBC,    "subc",     1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_MUL,     "mul",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_PART, "mtt")                                \
    X(PTX_OP_MAD,     "mad",      1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_PART, "mttm") /* floats too; .cc: PTX_CC */ \
    X(PTX_OP_MADC,    "madc",     1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_PART, "mttm")                               \
    X(PTX_OP_MUL24,   "mul24",    1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_PART, "ttt")                                \
    X(PTX_OP_MAD24,   "mad24",    1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_PART, "tttt")                               \
    X(PTX_OP_SAD,     "sad",      1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tttt")                               \
    X(PTX_OP_DIV,     "div",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_REM,     "rem",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_ABS,     "abs",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_NEG,     "neg",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_MIN,     "min",      1, 3, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tttt") /* a third input on sm_100 */ \
    X(PTX_OP_MAX,     "max",      1, 3, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tttt")                               \
    X(PTX_OP_POPC,    "popc",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "4t")                                 \
    X(PTX_OP_CLZ,     "clz",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "4t")                                 \
    X(PTX_OP_BFIND,   "bfind",    1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "4t") /* .shiftamt: PTX_SHIFTAMT */   \
    X(PTX_OP_FNS,     "fns",      1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "4444")                               \
    X(PTX_OP_BREV,    "brev",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_BFE,     "bfe",      1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt44")                               \
    X(PTX_OP_BFI,     "bfi",      1, 5, 5, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt44")                              \
    X(PTX_OP_BMSK,    "bmsk",     1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_SHF, "444") /* .wrap: PTX_WRAP */           \
    X(PTX_OP_SZEXT,   "szext",    1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_SHF, "444")                                 \
    X(PTX_OP_DP4A,    "dp4a",     1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_NONE, "4444")                               \
    X(PTX_OP_DP2A,    "dp2a",     1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_PART, "4444") /* .lo .hi */                 \
    /* floating point, half included */                                                                                \
    X(PTX_OP_TESTP,   "testp",    1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_TESTP, "pt")                                \
    X(PTX_OP_COPYSIGN, "copysign", 1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                               \
    X(PTX_OP_FMA,     "fma",      1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_NONE, "tuut")                               \
    X(PTX_OP_RCP,     "rcp",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_SQRT,    "sqrt",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_RSQRT,   "rsqrt",    1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_SIN,     "sin",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_COS,     "cos",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_LG2,     "lg2",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_EX2,     "ex2",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_TANH,    "tanh",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    /* comparison and selection */                                                                                     \
    X(PTX_OP_SETP,    "setp",     1, 3, 4, 1, PTX_KIND_ALU,      PTX_WORDS_COMPARE, "pttp") /* p|q: also */            \
    X(PTX_OP_SET,     "set",      1, 3, 4, 2, PTX_KIND_ALU,      PTX_WORDS_COMPARE, "tuup")                            \
    X(PTX_OP_SELP,    "selp",     1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tttp")                               \
    X(PTX_OP_SLCT,    "slct",     1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_NONE, "tttu")                               \
    /* logic and shifts */                                                                                             \
    X(PTX_OP_AND,     "and",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_OR,      "or",       1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_XOR,     "xor",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "ttt")                                \
    X(PTX_OP_NOT,     "not",      1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_CNOT,    "cnot",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt")                                 \
    X(PTX_OP_LOP3,    "lop3",     1, 5, 6, 1, PTX_KIND_ALU,      PTX_WORDS_LOGIC, "tttt-p") /* d|p: also */            \
    X(PTX_OP_SHF,     "shf",      1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_SHF, "ttt4")                                \
    X(PTX_OP_SHL,     "shl",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt4")                                \
    X(PTX_OP_SHR,     "shr",      1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt4")                                \
    /* data movement between registers */                                                                              \
    X(PTX_OP_MOV,     "mov",      1, 2, 2, 1, PTX_KIND_ALU, PTX_WORDS_NONE, "tt") /* either side may be a vector */    \
    X(PTX_OP_PRMT,    "prmt",     1, 4, 4, 1, PTX_KIND_ALU,      PTX_WORDS_PRMT, "4444")                               \
    X(PTX_OP_CVT,     "cvt",      1, 2, 4, 2, PTX_KIND_ALU, PTX_WORDS_NONE, "tuu4") /* f16x2 forms take two inputs */  \
    X(PTX_OP_CVT_PACK, "cvt.pack", 1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_NONE, "4444")                              \
    X(PTX_OP_CVTA,    "cvta",     1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "tt") /* .to: PTX_TO */               \
    X(PTX_OP_ISSPACEP, "isspacep", 1, 2, 2, 0, PTX_KIND_ALU,      PTX_WORDS_NONE, "p-")                                \
    X(PTX_OP_MAPA,    "mapa",     1, 3, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "t-4")                                \
    X(PTX_OP_GETCTARANK, "getctarank",   1, 2, 2, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "4-")                          \
    X(PTX_OP_CREATEPOLICY, "createpolicy", 1, 1, 4, 1, PTX_KIND_HINT,     PTX_WORDS_NONE, "8---")                      \
    /* exchange within the warp */                                                                                     \
    X(PTX_OP_SHFL,    "shfl",     1, 4, 5, 1, PTX_KIND_WARP,     PTX_WORDS_SHFL, "44444") /* d|p: also */              \
    X(PTX_OP_VOTE,    "vote",     1, 2, 3, 1, PTX_KIND_WARP,     PTX_WORDS_VOTE, "bp4")                                \
    X(PTX_OP_MATCH,   "match",    1, 3, 3, 1, PTX_KIND_WARP,     PTX_WORDS_MATCH, "4t4") /* .all: d|p in also */       \
    X(PTX_OP_ACTIVEMASK, "activemask",   1, 1, 1, 1, PTX_KIND_WARP,     PTX_WORDS_NONE, "4")                           \
    X(PTX_OP_REDUX,   "redux",    1, 3, 3, 1, PTX_KIND_WARP,     PTX_WORDS_REDUX, "444")                               \
    X(PTX_OP_ELECT,   "elect",    1, 2, 2, 0, PTX_KIND_WARP,     PTX_WORDS_NONE, "44") /* d|p: also; then the mask */  \
    X(PTX_OP_BAR_WARP, "bar.warp", 0, 1, 1, 0, PTX_KIND_WARP,     PTX_WORDS_BAR, "4") /* bar.warp.sync mask */         \
    /* memory */                                                                                                       \
    X(PTX_OP_LD,      "ld",       1, 2, 2, 1, PTX_KIND_LOAD,     PTX_WORDS_NONE, "t-")                                 \
    X(PTX_OP_LDU,     "ldu",      1, 2, 2, 1, PTX_KIND_LOAD,     PTX_WORDS_NONE, "t-")                                 \
    X(PTX_OP_ST,      "st",       0, 2, 2, 1, PTX_KIND_STORE,    PTX_WORDS_NONE, "-t")                                 \
    X(PTX_OP_ATOM,    "atom",     1, 3, 4, 1, PTX_KIND_ATOMIC,   PTX_WORDS_ATOMIC, "t-tt")                             \
    X(PTX_OP_RED,     "red",      0, 2, 2, 1, PTX_KIND_ATOMIC,   PTX_WORDS_ATOMIC, "-t")                               \
    X(PTX_OP_PREFETCH, "prefetch", 0, 1, 1, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "-")                                 \
    X(PTX_OP_PREFETCHU, "prefetchu",    0, 1, 1, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "-")                            \
    X(PTX_OP_APPLYPRIORITY, "applypriority", 0, 2, 2, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "--")                      \
    X(PTX_OP_DISCARD, "discard",  0, 2, 2, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "--")                                 \
    X(PTX_OP_ALLOCA,  "alloca",   1, 2, 3, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "---")                                \
    X(PTX_OP_STACKSAVE, "stacksave",    1, 1, 1, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "-")                            \
    X(PTX_OP_STACKRESTORE, "stackrestore", 0, 1, 1, 1, PTX_KIND_ALU,      PTX_WORDS_NONE, "-")                         \
    /* asynchronous copies and barrier objects */                                                                      \
    X(PTX_OP_CP_ASYNC, "cp.async", 0, 3, 5, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "--444")                             \
    X(PTX_OP_CP_ASYNC_COMMIT_GROUP, "cp.async.commit_group", 0, 0, 0, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "")        \
    X(PTX_OP_CP_ASYNC_WAIT_GROUP, "cp.async.wait_group", 0, 1, 1, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "-")           \
    X(PTX_OP_CP_ASYNC_WAIT_ALL, "cp.async.wait_all", 0, 0, 0, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "")                \
    X(PTX_OP_CP_ASYNC_MBARRIER_ARRIVE, "cp.async.mbarrier.arrive", 0, 1, 1, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "-") \
    X(PTX_OP_CP_ASYNC_BULK, "cp.async.bulk", 0, 3, 6, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "------")                  \
    X(PTX_OP_CP_ASYNC_BULK_PREFETCH, "cp.async.bulk.prefetch", 0, 2, 2, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "--")    \
    X(PTX_OP_CP_ASYNC_BULK_COMMIT_GROUP, "cp.async.bulk.commit_group", 0, 0, 0, 0, PTX_KIND_COPY, PTX_WORDS_NONE, "")  \
    X(PTX_OP_CP_ASYNC_BULK_WAIT_GROUP, "cp.async.bulk.wait_group", 0, 1, 1, 0, PTX_KIND_COPY,     PTX_WORDS_NONE, "-") \
    X(PTX_OP_CP_REDUCE_ASYNC_BULK, "cp.reduce.async.bulk", 0, 3, 4, 1, PTX_KIND_COPY,     PTX_WORDS_ATOMIC, "----")    \
    X(PTX_OP_ST_ASYNC, "st.async", 0, 2, 3, 1, PTX_KIND_STORE,    PTX_WORDS_NONE, "-t-")                               \
    X(PTX_OP_RED_ASYNC, "red.async",    0, 3, 3, 1, PTX_KIND_ATOMIC,   PTX_WORDS_ATOMIC, "-t-")                        \
    X(PTX_OP_MBARRIER_INIT, "mbarrier.init", 0, 2, 2, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "-4")                      \
    X(PTX_OP_MBARRIER_INVAL, "mbarrier.inval", 0, 1, 1, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "-")                     \
    X(PTX_OP_MBARRIER_EXPECT_TX, "mbarrier.expect_tx", 0, 2, 2, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "-4")            \
    X(PTX_OP_MBARRIER_COMPLETE_TX, "mbarrier.complete_tx", 0, 2, 2, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "-4")        \
    X(PTX_OP_MBARRIER_ARRIVE, "mbarrier.arrive", 1, 1, 3, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "8-4") /* see below */ \
    X(PTX_OP_MBARRIER_ARRIVE_EXPECT_TX, "mbarrier.arrive.expect_tx",                                                   \
      1, 2, 3, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "8-4")                                                            \
    X(PTX_OP_MBARRIER_ARRIVE_DROP, "mbarrier.arrive_drop", 1, 1, 3, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "8-4")       \
    X(PTX_OP_MBARRIER_ARRIVE_DROP_EXPECT_TX, "mbarrier.arrive_drop.expect_tx",                                         \
      1, 2, 3, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "8-4")                                                            \
    X(PTX_OP_MBARRIER_TEST_WAIT, "mbarrier.test_wait", 1, 3, 3, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "p-q")           \
    X(PTX_OP_MBARRIER_TRY_WAIT, "mbarrier.try_wait", 1, 3, 4, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "p-q4")            \
    X(PTX_OP_MBARRIER_PENDING_COUNT, "mbarrier.pending_count", 1, 2, 2, 1, PTX_KIND_MBARRIER, PTX_WORDS_NONE, "48")    \
    /* textures and surfaces: [t, c] becomes the operands t (ADDRESS), c (REG or VECTOR) */                            \
    X(PTX_OP_TEX,     "tex",      1, 3, 6, 2, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "t-----")                          \
    X(PTX_OP_TLD4,    "tld4",     1, 3, 6, 2, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "t-----")                          \
    X(PTX_OP_TXQ,     "txq",      1, 2, 3, 1, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "4--")                             \
    X(PTX_OP_SULD,    "suld",     1, 3, 3, 1, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "t--")                             \
    X(PTX_OP_SUST,    "sust",     0, 3, 3, 1, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "--t")                             \
    X(PTX_OP_SUQ,     "suq",      1, 2, 2, 1, PTX_KIND_TEXTURE,  PTX_WORDS_TEXTURE, "4-")                              \
    /* control flow */                                                                                                 \
    X(PTX_OP_BRA,     "bra",      0, 1, 1, 0, PTX_KIND_BRANCH,   PTX_WORDS_NONE, "-")                                  \
    X(PTX_OP_BRX,     "brx.idx",  0, 1, 1, 0, PTX_KIND_BRANCH, PTX_WORDS_NONE, "4") /* the index; PtxInstr.targets */  \
    X(PTX_OP_CALL,    "call",     0, 1, 1, 0, PTX_KIND_CALL,     PTX_WORDS_NONE, "8") /* the target; see PtxInstr */   \
    X(PTX_OP_RET,     "ret",      0, 0, 0, 0, PTX_KIND_RETURN,   PTX_WORDS_NONE, "")                                   \
    X(PTX_OP_EXIT,    "exit",     0, 0, 0, 0, PTX_KIND_EXIT,     PTX_WORDS_NONE, "")                                   \
    X(PTX_OP_TRAP,    "trap",     0, 0, 0, 0, PTX_KIND_EXIT,     PTX_WORDS_NONE, "")                                   \
    X(PTX_OP_BRKPT,   "brkpt",    0, 0, 0, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "")                                   \
    X(PTX_OP_NANOSLEEP, "nanosleep",    0, 1, 1, 1, PTX_KIND_HINT,     PTX_WORDS_NONE, "4")                            \
    X(PTX_OP_PMEVENT, "pmevent",  0, 1, 1, 0, PTX_KIND_HINT,     PTX_WORDS_NONE, "-")                                  \
    X(PTX_OP_SETMAXNREG, "setmaxnreg",   0, 1, 1, 1, PTX_KIND_HINT,     PTX_WORDS_NONE, "-")                           \
    /* barriers and fences */                                                                                          \
    X(PTX_OP_BAR,     "bar",      0, 1, 4, 1, PTX_KIND_BARRIER,  PTX_WORDS_BAR, "----") /* see the notes below */      \
    X(PTX_OP_BARRIER_CLUSTER_ARRIVE, "barrier.cluster.arrive", 0, 0, 0, 0, PTX_KIND_BARRIER,  PTX_WORDS_NONE, "")      \
    X(PTX_OP_BARRIER_CLUSTER_WAIT, "barrier.cluster.wait", 0, 0, 0, 0, PTX_KIND_BARRIER,  PTX_WORDS_NONE, "")          \
    X(PTX_OP_MEMBAR,  "membar",   0, 0, 0, 0, PTX_KIND_FENCE,    PTX_WORDS_NONE, "")                                   \
    X(PTX_OP_FENCE,   "fence",    0, 0, 2, 0, PTX_KIND_FENCE,    PTX_WORDS_NONE, "--")                                 \
    X(PTX_OP_GRIDDEPCONTROL, "griddepcontrol", 0, 0, 0, 0, PTX_KIND_FENCE,    PTX_WORDS_NONE, "")                      \
    /* video: PtxOperand.selector picks bytes or halves; .add .min .max after the types: PtxInstr.atomic */            \
    X(PTX_OP_VADD,    "vadd",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSUB,    "vsub",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VABSDIFF, "vabsdiff", 1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                            \
    X(PTX_OP_VMIN,    "vmin",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VMAX,    "vmax",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSHL,    "vshl",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444") /* .wrap: PTX_WRAP */       \
    X(PTX_OP_VSHR,    "vshr",     1, 3, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VMAD,    "vmad",     1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_NONE, "4444") /* .shr7: mode */             \
    X(PTX_OP_VSET,    "vset",     1, 3, 4, 2, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VADD2,   "vadd2",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSUB2,   "vsub2",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VAVRG2,  "vavrg2",   1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VABSDIFF2, "vabsdiff2",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                       \
    X(PTX_OP_VMIN2,   "vmin2",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VMAX2,   "vmax2",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSET2,   "vset2",    1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VADD4,   "vadd4",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSUB4,   "vsub4",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VAVRG4,  "vavrg4",   1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VABSDIFF4, "vabsdiff4",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                       \
    X(PTX_OP_VMIN4,   "vmin4",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VMAX4,   "vmax4",    1, 4, 4, 3, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    X(PTX_OP_VSET4,   "vset4",    1, 4, 4, 2, PTX_KIND_ALU,      PTX_WORDS_ATOMIC, "4444")                             \
    /* anything else; PtxInstr.text holds it as written */                                                             \
    X(PTX_OP_UNSUPPORTED, "",        0, 0, 0, 0, PTX_KIND_ALU, PTX_WORDS_NONE, "")
/* clang-format on */

/* Notes for the readers of instructions
 *
 *   bar       "barrier.sync" is read as bar without PTX_ALIGNED, "bar.sync" as bar with it. mode says sync, arrive or
 *             red; boolean the reduction. Operands: barrier number, then optionally the thread count. bar.red has its
 *             destination first and its source predicate last (negated: !p).
 *   add, sub, mad  .cc is PTX_CC. add and fma have a second type only where the operands are narrower than the result.
 *   cvta      space is the one written; PTX_TO for cvta.to.
 *   setp      the fourth operand is the predicate that .and, .or, .xor join. lop3 with .and, .or: the sixth.
 *   shfl, match, elect  .sync: the mask is the last operand.
 *   ld, st    the address is an ADDRESS operand; the other one is REG, IMM, SPECIAL, SINK or VECTOR (of 2, 4 or 8).
 *   call      operand[0] is the target; the rest stands in the call_ fields.
 *   cp.async  destination address, source address, size in bytes, then the source size or the ignore predicate.
 *   cp.async.bulk  destination, source, size in bytes, barrier object, then the cache policy.
 *   mbarrier.arrive  operand[0] is the state (REG or SINK); where none is written, the address.
 *   set       type[0] is the result's, type[1] the operands'. slct: type[0] of the values, type[1] of the selector.
 *   vmad      mode: .shr7, .shr15; PTX_PLUS_ONE: .po; negated operands: -a. */

typedef enum PtxOp {
#define X(enumerator, text, destinations, least, most, types, kind, words, widths) enumerator,
    PTX_OPCODES(X)
#undef X
        PTX_OP_COUNT
} PtxOp;

typedef struct PtxOpcode {
    const char *text;
    uint8_t destinations, least, most, types;
    uint8_t kind;  /* PtxKind */
    uint8_t words; /* PtxWords */
    const char *widths;
} PtxOpcode;

extern const PtxOpcode ptx_opcode[PTX_OP_COUNT];

/* The opcode whose text is the longest prefix, at a dot, of name (size bytes: "ld.global.f32", no 0 needed); *used
 * is the length of that prefix as it stands in name. PTX_OP_UNSUPPORTED where none is. */
PtxOp ptx_opcode_find(const char *name, size_t size, size_t *used);

#endif
