/* The words that instructions and variables are written with: types, state spaces, modifiers, special registers.
 *
 * Source: PTX ISA 9.0. ptx.h says where a PtxInstr holds them; modifiers.c reads them, tables.c holds their names. */
#ifndef WARPSCHOOL_PTX_VOCABULARY_H
#define WARPSCHOOL_PTX_VOCABULARY_H

#include <stdbool.h>
#include <stdint.h>

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
    PTX_RN, /* these four to a floating point number */
    PTX_RZ,
    PTX_RM,
    PTX_RP,
    PTX_RNI, /* these four to an integer */
    PTX_RZI,
    PTX_RMI,
    PTX_RPI,
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
/* Of a product; and, for textures, the level, the component of tld4, the query of txq and suq. */
typedef enum PtxPart {
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
/* Modes of shfl, vote, prmt, shf, testp, match and the like; one per instruction. */
typedef enum PtxMode {
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
#define PTX_NEAREST (UINT64_C(1) << 25)        /* suld.clamp, sust.clamp: outside, the nearest element */
#define PTX_ZERO_OUTSIDE (UINT64_C(1) << 26)   /* suld.zero, sust.zero: outside are zeros, and stay so */
#define PTX_NC (UINT64_C(1) << 27)             /* ld.global.nc: by a cache that writes do not reach */

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
    PTX_ENVREG1, /* with PTX_ENVREG2: the address of a cooperative launch's workspace, which this_grid() reads */
    PTX_ENVREG2,
    PTX_WARP_SIZE,
    PTX_SPECIAL_COUNT
} PtxSpecial;
extern const char *const ptx_special_name[PTX_SPECIAL_COUNT]; /* "tid.x"; WARP_SZ for PTX_WARP_SIZE */

#endif
