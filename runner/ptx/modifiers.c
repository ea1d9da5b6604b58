/* Turns the dotted name of an instruction into the fields of PtxInstr, by two tables: modifiers that set a field,
 * and modifiers that are ignored because they change neither a result nor a count. A modifier is accepted only on
 * the opcodes that its row lists, so that none is dropped unnoticed: a word without a row for its opcode makes the
 * whole instruction PTX_OP_UNSUPPORTED, and the device that is to run it refuses the launch and shows the
 * instruction and its place.
 *
 * Two more tables tell what the PTX ISA has and the program does not from what no assembler takes (PtxInstr.malformed):
 * the first is our gap, the second a mistake in somebody's asm(...).
 *
 * Where a word means different things in different instructions, the opcode's PtxWords chooses the row. */
#include "ptx/parser.h"

#include <string.h>

typedef enum Field {
    FIELD_FLAG,
    FIELD_ROUND,
    FIELD_COMPARE,
    FIELD_BOOLEAN,
    FIELD_PART,
    FIELD_ATOMIC,
    FIELD_MODE,
    FIELD_SPACE,
    FIELD_VECTOR,
} Field;

typedef struct Modifier {
    const char *word;
    PtxWords words; /* all opcodes with these PtxWords; PTX_WORDS_NONE: those in `opcodes` */
    Field field;
    uint64_t value;
    const char *opcodes; /* their texts, separated by spaces; a * at the end matches any rest */
} Modifier;

#define COMPARING "setp set vset vset2 vset4"
#define ROUNDED "add sub mul fma mad div rcp sqrt cvt"
#define FLUSHED "add sub mul fma mad div rcp sqrt rsqrt sin cos lg2 ex2 abs neg min max set setp slct cvt"
#define SATURATED "add sub mul fma mad mad24 cvt cvt.pack vadd* vsub* vabsdiff* vavrg* vmin* vmax* vshl vshr vmad"
#define VECTORS "ld ldu st atom red st.async tex tld4 suld sust"
#define SPACES                                                                                                         \
    "ld ldu st atom red cp.* st.async red.async mbarrier.* fence prefetch prefetchu applypriority discard "            \
    "createpolicy cvta isspacep mapa getctarank"
#define SCOPED "ld st atom red st.async red.async fence membar mbarrier.*"

static const Modifier modifiers[] = {
    {"lo", PTX_WORDS_PART, FIELD_PART, PTX_MUL_LO, NULL},
    {"hi", PTX_WORDS_PART, FIELD_PART, PTX_MUL_HI, NULL},
    {"wide", PTX_WORDS_PART, FIELD_PART, PTX_MUL_WIDE, NULL},

    {"lo", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LO, NULL},
    {"ls", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LS, NULL},
    {"hi", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_HI, NULL},
    {"hs", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_HS, NULL},
    {"num", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NUM, NULL},
    {"nan", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NAN, NULL},
    {"equ", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_EQU, NULL},
    {"neu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NEU, NULL},
    {"ltu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LTU, NULL},
    {"leu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LEU, NULL},
    {"gtu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_GTU, NULL},
    {"geu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_GEU, NULL},
    {"and", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_AND, NULL},
    {"or", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_OR, NULL},
    {"xor", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_XOR, NULL},
    {"eq", PTX_WORDS_NONE, FIELD_COMPARE, PTX_EQ, COMPARING},
    {"ne", PTX_WORDS_NONE, FIELD_COMPARE, PTX_NE, COMPARING},
    {"lt", PTX_WORDS_NONE, FIELD_COMPARE, PTX_LT, COMPARING},
    {"le", PTX_WORDS_NONE, FIELD_COMPARE, PTX_LE, COMPARING},
    {"gt", PTX_WORDS_NONE, FIELD_COMPARE, PTX_GT, COMPARING},
    {"ge", PTX_WORDS_NONE, FIELD_COMPARE, PTX_GE, COMPARING},

    {"and", PTX_WORDS_LOGIC, FIELD_BOOLEAN, PTX_AND, NULL},
    {"or", PTX_WORDS_LOGIC, FIELD_BOOLEAN, PTX_OR, NULL},

    {"add", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_ADD, NULL},
    {"min", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_MIN, NULL},
    {"max", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_MAX, NULL},
    {"and", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_AND, NULL},
    {"or", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_OR, NULL},
    {"xor", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_XOR, NULL},
    {"exch", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_EXCH, NULL},
    {"cas", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_CAS, NULL},
    {"inc", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_INC, NULL},
    {"dec", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_DEC, NULL},

    {"up", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_UP, NULL},
    {"down", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_DOWN, NULL},
    {"bfly", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_BFLY, NULL},
    {"idx", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_IDX, NULL},
    {"all", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_ALL, NULL},
    {"any", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_ANY, NULL},
    {"uni", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_UNI, NULL},
    {"ballot", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_BALLOT, NULL},
    {"any", PTX_WORDS_MATCH, FIELD_MODE, PTX_MATCH_ANY, NULL},
    {"all", PTX_WORDS_MATCH, FIELD_MODE, PTX_MATCH_ALL, NULL},
    {"f4e", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_F4E, NULL},
    {"b4e", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_B4E, NULL},
    {"rc8", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_RC8, NULL},
    {"ecl", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_ECL, NULL},
    {"ecr", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_ECR, NULL},
    {"rc16", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_RC16, NULL},
    {"l", PTX_WORDS_SHF, FIELD_MODE, PTX_SHF_L, NULL},
    {"r", PTX_WORDS_SHF, FIELD_MODE, PTX_SHF_R, NULL},
    {"finite", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_FINITE, NULL},
    {"infinite", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_INFINITE, NULL},
    {"number", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NUMBER, NULL},
    {"notanumber", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NOTANUMBER, NULL},
    {"normal", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NORMAL, NULL},
    {"subnormal", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_SUBNORMAL, NULL},
    {"sync", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_SYNC, NULL},
    {"arrive", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_ARRIVE, NULL},
    {"red", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_RED, NULL},
    {"popc", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_POPC, NULL},
    {"and", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_AND, NULL},
    {"or", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_OR, NULL},
    {"add", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_ADD, NULL},
    {"min", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_MIN, NULL},
    {"max", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_MAX, NULL},
    {"and", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_AND, NULL},
    {"or", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_OR, NULL},
    {"xor", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_XOR, NULL},

    {"1d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_1D, NULL},
    {"2d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_2D, NULL},
    {"3d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_3D, NULL},
    {"a1d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A1D, NULL},
    {"a2d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A2D, NULL},
    {"cube", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_CUBE, NULL},
    {"acube", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_ACUBE, NULL},
    {"2dms", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_2DMS, NULL},
    {"a2dms", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A2DMS, NULL},
    {"level", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_LEVEL, NULL},
    {"grad", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_GRAD, NULL},
    {"base", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_BASE, NULL},
    {"r", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_R, NULL},
    {"g", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_G, NULL},
    {"b", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_B,
     NULL}, /* suld.b, too: the only kind of surface access that is known */
    {"a", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_A, NULL},
    {"width", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_WIDTH, NULL},
    {"height", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_HEIGHT, NULL},
    {"depth", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_DEPTH, NULL},
    {"channel_data_type", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},
    {"channel_order", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},
    {"normalized_coords", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},
    {"array_size", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},
    {"num_mipmap_levels", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},
    {"num_samples", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER, NULL},

    {"shr7", PTX_WORDS_NONE, FIELD_MODE, PTX_VMAD_SHR7, "vmad"},
    {"shr15", PTX_WORDS_NONE, FIELD_MODE, PTX_VMAD_SHR15, "vmad"},

    {"rn", PTX_WORDS_NONE, FIELD_ROUND, PTX_RN, ROUNDED},
    {"rz", PTX_WORDS_NONE, FIELD_ROUND, PTX_RZ, ROUNDED},
    {"rm", PTX_WORDS_NONE, FIELD_ROUND, PTX_RM, ROUNDED},
    {"rp", PTX_WORDS_NONE, FIELD_ROUND, PTX_RP, ROUNDED},
    {"rni", PTX_WORDS_NONE, FIELD_ROUND, PTX_RNI, "cvt"},
    {"rzi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RZI, "cvt"},
    {"rmi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RMI, "cvt"},
    {"rpi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RPI, "cvt"},
    {"rna", PTX_WORDS_NONE, FIELD_ROUND, PTX_RNA, "cvt"},

    {"v2", PTX_WORDS_NONE, FIELD_VECTOR, 2, VECTORS},
    {"v4", PTX_WORDS_NONE, FIELD_VECTOR, 4, VECTORS},
    {"v8", PTX_WORDS_NONE, FIELD_VECTOR, 8, VECTORS},

    {"const", PTX_WORDS_NONE, FIELD_SPACE, PTX_CONST, SPACES},
    {"global", PTX_WORDS_NONE, FIELD_SPACE, PTX_GLOBAL, SPACES},
    {"local", PTX_WORDS_NONE, FIELD_SPACE, PTX_LOCAL, SPACES},
    {"param", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM, SPACES},
    {"param::entry", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM, SPACES},
    {"param::func", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM, SPACES},
    {"shared", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED, SPACES},
    {"shared::cta", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED, SPACES},
    {"shared::cluster", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED, SPACES},

    {"ftz", PTX_WORDS_NONE, FIELD_FLAG, PTX_FTZ, FLUSHED},
    {"sat", PTX_WORDS_NONE, FIELD_FLAG, PTX_SAT, SATURATED},
    {"approx", PTX_WORDS_NONE, FIELD_FLAG, PTX_APPROX, "div rcp sqrt rsqrt sin cos lg2 ex2 tanh"},
    {"full", PTX_WORDS_NONE, FIELD_FLAG, PTX_FULL, "div"},
    {"volatile", PTX_WORDS_NONE, FIELD_FLAG, PTX_VOLATILE, "ld st"},
    {"cc", PTX_WORDS_NONE, FIELD_FLAG, PTX_CC, "add addc sub subc mad madc"},
    {"wrap", PTX_WORDS_NONE, FIELD_FLAG, PTX_WRAP, "shf bmsk szext vshl vshr"},
    {"aligned", PTX_WORDS_NONE, FIELD_FLAG, PTX_ALIGNED, "bar barrier.cluster.* setmaxnreg"},
    {"sync", PTX_WORDS_NONE, FIELD_FLAG, PTX_SYNC, "shfl vote match redux elect setmaxnreg"},
    {"acquire", PTX_WORDS_NONE, FIELD_FLAG, PTX_ACQUIRE, "ld atom fence mbarrier.* barrier.cluster.wait"},
    {"release", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELEASE, "st atom red fence mbarrier.* barrier.cluster.arrive"},
    {"acq_rel", PTX_WORDS_NONE, FIELD_FLAG, PTX_ACQUIRE | PTX_RELEASE, "atom red fence"},
    {"relaxed", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELAXED, "ld st atom red red.async mbarrier.* barrier.cluster.arrive"},
    {"sc", PTX_WORDS_NONE, FIELD_FLAG, PTX_SC, "fence"},
    {"nc", PTX_WORDS_NONE, FIELD_FLAG, PTX_NC, "ld"},
    {"mmio", PTX_WORDS_NONE, FIELD_FLAG, PTX_MMIO, "ld st st.async"},
    {"to", PTX_WORDS_NONE, FIELD_FLAG, PTX_TO, "cvta"},
    {"NaN", PTX_WORDS_NONE, FIELD_FLAG, PTX_NAN_MODE, "min max"},
    {"xorsign", PTX_WORDS_NONE, FIELD_FLAG, PTX_XORSIGN, "min max"},
    {"abs", PTX_WORDS_NONE, FIELD_FLAG, PTX_ABS, "min max"},
    {"shiftamt", PTX_WORDS_NONE, FIELD_FLAG, PTX_SHIFTAMT, "bfind"},
    {"relu", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELU, "fma min max cvt"},
    {"cta", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_CTA, SCOPED},
    {"parity", PTX_WORDS_NONE, FIELD_FLAG, PTX_PARITY, "mbarrier.*"},
    {"po", PTX_WORDS_NONE, FIELD_FLAG, PTX_PLUS_ONE, "vmad"},

    {"clamp", PTX_WORDS_NONE, FIELD_FLAG, PTX_NEAREST, "suld sust"},
    {"zero", PTX_WORDS_NONE, FIELD_FLAG, PTX_ZERO_OUTSIDE, "suld sust"},
    {"noinc", PTX_WORDS_NONE, FIELD_FLAG, PTX_NOINC, "cp.async.mbarrier.arrive"},
};

/* Modifiers that change neither a result nor a count here, each with the reason. A * at the end of a word matches
 * any rest, too. */
typedef struct Ignored {
    const char *word, *opcodes;
} Ignored;

static const Ignored ignored[] = {
    /* Where a value is cached and for how long: there are no caches, only the sectors that a warp asks for. */
    {"ca", "ld cp.async suld"},
    {"cg", "ld st cp.async suld sust"},
    {"cs", "ld st suld sust"},
    {"lu", "ld"},
    {"cv", "ld suld"},
    {"wb", "st sust"},
    {"wt", "st sust"},
    {"L1", "prefetch prefetchu"},
    {"L2", "prefetch discard cp.async.bulk.prefetch"},
    {"L1::*", "ld st"},
    {"L2::*", "ld st atom red cp.* st.async prefetch applypriority discard createpolicy"},
    {"fractional", "createpolicy"},
    {"range", "createpolicy"},

    /* Words for what holds without them. */
    {"weak", "ld st st.async"},
    {"clamp", "shf bmsk szext vshl vshr"},
    {"trap", "suld sust"}, /* else .clamp or .zero */
    {"cta", "bar"},        /* barrier.cta.sync is barrier.sync */
    {"noftz", "atom red red.async cp.reduce.async.bulk"},

    /* Scopes wider than the block: launches have no clusters of several blocks, and there is one device. */
    {"cluster", SCOPED},
    {"gpu", SCOPED},
    {"gl", "membar"},
    {"sys", SCOPED},

    /* Assurances by the program: all lanes branch alike; the arrival completes no phase. */
    {"uni", "bra brx.idx call ret"},
    {"noComplete", "mbarrier.*"},

    /* Orders between memory proxies: all accesses go through one. */
    {"proxy", "fence"},
    {"async", "fence"},
    {"alias", "fence"},
    {"mbarrier_init", "fence"},

    /* When the next grid may begin and how many registers a warp has: grids run one after the other, and the
     * simulator has enough registers. */
    {"wait", "griddepcontrol"},
    {"launch_dependents", "griddepcontrol"},
    {"inc", "setmaxnreg"},
    {"dec", "setmaxnreg"},

    /* Parts of bulk copies and asynchronous stores: which of them the simulator executes, their operands tell. */
    {"read", "cp.async.bulk.wait_group"},
    {"bulk_group", "cp.async.bulk cp.reduce.async.bulk"},
    {"mbarrier::complete_tx::bytes", "cp.async.bulk cp.reduce.async.bulk st.async red.async"},
};

/* Modifiers that the PTX ISA has, up to 9.0, and that nobody here can execute: the instruction is no mistake of whoever
 * wrote it. A word that stands in no table at all, or not for its opcode, is one. */
static const Ignored left_out[] = {
    {"unified", "ld ldu"},
    {"bulk", "st"},
    {"p", "sust"},
    {"mask", "pmevent"},
    {"tensormap", "prefetch"},
    {"cvt", "createpolicy"},
    {"oob", "fma"},
    {"abs", "redux"},
    {"NaN", "redux"},
    {"filter_mode", "txq"},
    {"addr_mode_*", "txq"},
    {"force_unnormalized_coords", "txq"},
    {"memory_layout", "suq"},

    /* Numbers of 8 bits and fewer, and what comes with them. */
    {"e4m3x*", "cvt"},
    {"e5m2x*", "cvt"},
    {"e2m3x*", "cvt"},
    {"e3m2x*", "cvt"},
    {"e2m1x*", "cvt"},
    {"ue8m0x2", "cvt"},
    {"s2f6x2", "cvt"},
    {"tf32", "cvt"},
    {"rs", "cvt"},
    {"satfinite", "cvt"},
    {"scaled::*", "cvt"},

    /* Copies of tensors. */
    {"tensor", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"1d", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"2d", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"3d", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"4d", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"5d", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"tile", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"tile::*", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"im2col", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"im2col*", "cp.async.bulk cp.async.bulk.prefetch cp.reduce.async.bulk"},
    {"cta_group::*", "cp.async.bulk"},
    {"multicast::cluster", "cp.async.bulk"},
    {"cp_mask", "cp.async.bulk"},
    {"ignore_oob", "cp.async.bulk"},

    /* Orders between proxies, and of some operations only. */
    {"generic", "fence"},
    {"tensormap", "fence"},
    {"tensormap::generic", "fence"},
    {"async::*", "fence"},
    {"sync_restrict::*", "fence"},
    {"op_restrict::*", "fence"},
};

/* The types that an opcode takes, first or second, where the PTX ISA names few; opcodes in no row take any that
 * PtxType has. */
#define INTEGERS "u16 u32 u64 s16 s32 s64"
#define HALVES "f16 f16x2 bf16 bf16x2"
static const struct {
    const char *types, *opcodes;
} taken[] = {
    {INTEGERS " u16x2 s16x2 f32 f64 f32x2 " HALVES, "add sub mul min max abs neg"},
    {INTEGERS " f32 f64", "mad div"},
    {INTEGERS, "rem sad addc subc madc"},
    {"u32 s32 u64 s64", "bfind bfe"},
    {"u32 s32", "mul24 mad24 szext dp4a dp2a"},
    {"b32 b64", "popc clz brev bfi"},
    {"b32", "fns bmsk shf prmt lop3"},
    {"f32 f64 f32x2 " HALVES, "fma"},
    {"f32 f64", "testp copysign rcp sqrt rsqrt"},
    {"f32", "sin cos lg2"},
    {"f32 " HALVES, "ex2 tanh"},
    {"b16 b32 b64 " INTEGERS " f32 f64 " HALVES, "setp set"},
    {"b16 b32 b64 " INTEGERS " f32 f64", "selp slct"},
    {"pred b16 b32 b64", "and or xor not"},
    {"b16 b32 b64", "cnot shl"},
    {"b16 b32 b64 " INTEGERS, "shr"},
    {"u32 u64", "cvta mapa getctarank"},
    {"b8 b16 b32 b64 b128 u8 s8 " INTEGERS " f32 f64", "ld ldu st"},
};

static bool same_word(const char *word, const char *text, size_t size) {
    return size > 0 && *word == *text && strlen(word) == size && memcmp(word, text, size) == 0;
}

/* Is text this pattern: the same word, or with a * at its end the beginning of it? */
static bool fits(const char *pattern, size_t pattern_size, const char *text, size_t size) {
    if (pattern_size > 0 && pattern[pattern_size - 1] == '*')
        return size >= pattern_size - 1 && memcmp(pattern, text, pattern_size - 1) == 0;
    return size == pattern_size && memcmp(pattern, text, size) == 0;
}

/* Is text one of the list's patterns, which have a space between them? */
static bool is_one_of(const char *list, const char *text) {
    size_t size = strlen(text);
    while (*list != '\0') {
        size_t length = strcspn(list, " ");
        if (fits(list, length, text, size)) return true;
        list += length + strspn(list + length, " ");
    }
    return false;
}

static bool is_listed(const char *opcodes, PtxOp op) {
    return is_one_of(opcodes, ptx_opcode[op].text);
}

static const Modifier *find_modifier(const char *text, size_t size, PtxOp op) {
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        const Modifier *row = &modifiers[i];
        if (!same_word(row->word, text, size)) continue;
        if (row->words != PTX_WORDS_NONE ? row->words == ptx_opcode[op].words : is_listed(row->opcodes, op)) return row;
    }
    return NULL;
}

static bool stands_in(const Ignored *rows, size_t count, const char *text, size_t size, PtxOp op) {
    for (size_t i = 0; i < count; i++)
        if (fits(rows[i].word, strlen(rows[i].word), text, size) && is_listed(rows[i].opcodes, op)) return true;
    return false;
}

static bool takes_type(PtxOp op, PtxType type) {
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (is_listed(taken[i].opcodes, op)) return is_one_of(taken[i].types, ptx_type_name[type]);
    return true;
}

static PtxType find_type(const char *text, size_t size) {
    for (int type = PTX_PRED; type < PTX_TYPE_COUNT; type++)
        if (same_word(ptx_type_name[type], text, size)) return (PtxType)type;
    return PTX_NONE;
}

/* Sets a field; false where it is set already: an instruction with a modifier of one kind twice, or with more types
 * than its opcode has, is unknown. */
static bool set_once(uint8_t *field, uint64_t value) {
    bool first = *field == 0;
    *field = (uint8_t)value;
    return first;
}

static bool add_type(PtxInstr *instr, PtxType type) {
    for (int i = 0; i < ptx_opcode[instr->op].types; i++) {
        if (instr->type[i] != PTX_NONE) continue;
        instr->type[i] = (uint8_t)type;
        return true;
    }
    return false;
}

static bool apply(PtxInstr *instr, const Modifier *modifier) {
    switch (modifier->field) {
    case FIELD_FLAG: instr->flags |= modifier->value; return true;
    case FIELD_ROUND: return set_once(&instr->round, modifier->value);
    case FIELD_COMPARE: return set_once(&instr->compare, modifier->value);
    case FIELD_BOOLEAN: return set_once(&instr->boolean, modifier->value);
    case FIELD_PART: return set_once(&instr->part, modifier->value);
    case FIELD_ATOMIC: return set_once(&instr->atomic, modifier->value);
    case FIELD_MODE: return set_once(&instr->mode, modifier->value);
    case FIELD_SPACE: return set_once(instr->space ? &instr->space2 : &instr->space, modifier->value);
    case FIELD_VECTOR: return set_once(&instr->vector, modifier->value);
    }
    return false;
}

/* False where the word is not understood; then form->malformed says whether PTX knows it. */
static bool add_word(Form *form, const char *text, size_t size) {
    PtxInstr *instr = &form->instr;
    PtxOp op = (PtxOp)instr->op;
    PtxType type = find_type(text, size);
    form->malformed = true;
    if (type != PTX_NONE) return takes_type(op, type) && add_type(instr, type);
    const Modifier *modifier = find_modifier(text, size, op);
    if (modifier == NULL) {
        form->cache_policy |= same_word("L2::cache_hint", text, size);
        form->malformed = !stands_in(left_out, sizeof left_out / sizeof left_out[0], text, size, op);
        return stands_in(ignored, sizeof ignored / sizeof ignored[0], text, size, op);
    }
    if (same_word("shared::cluster", text, size)) instr->flags |= PTX_SHARED_CLUSTER;
    return apply(instr, modifier);
}

const Form *parser_form(Parser *parser, Name *name) {
    if (name->form != NULL) return name->form;
    Form *form = name->form = arena_make(parser->arena, Form);
    PtxInstr *instr = &form->instr;
    size_t used;
    instr->op = (uint16_t)ptx_opcode_find(name->text, name->size, &used);
    form->known = instr->op != PTX_OP_UNSUPPORTED;
    for (const char *at = name->text + used; form->known && *at;) {
        size_t size = strcspn(at + 1, ".");
        form->known = add_word(form, at + 1, size);
        at += 1 + size;
    }
    form->malformed &= !form->known;
    if (instr->op == PTX_OP_BAR && strncmp(name->text, "bar.", 4) == 0) instr->flags |= PTX_ALIGNED;
    if (instr->op == PTX_OP_BAR && instr->mode == PTX_MODE_NONE) form->known = false;
    if (instr->op == PTX_OP_BAR_WARP) instr->mode = PTX_BAR_WARP;
    if (instr->vector == 0) instr->vector = 1;
    return form;
}
