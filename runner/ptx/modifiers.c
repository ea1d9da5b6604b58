/* The dotted name of an instruction to the fields of PtxInstr, and back: one table of modifiers. Where a word means
 * different things in different instructions, the opcode's PtxWords chooses the row. */
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
    FIELD_IGNORED, /* changes no result that Warpschool shows: cache hints, completion mechanisms that are implied */
} Field;

typedef struct Modifier {
    const char *word;
    PtxWords words; /* the opcodes that read it so; PTX_WORDS_NONE: all that have no row of their own further up */
    Field field;
    int value;
} Modifier;

static const Modifier modifiers[] = {
    {"lo", PTX_WORDS_PART, FIELD_PART, PTX_MUL_LO},
    {"hi", PTX_WORDS_PART, FIELD_PART, PTX_MUL_HI},
    {"wide", PTX_WORDS_PART, FIELD_PART, PTX_MUL_WIDE},

    {"lo", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LO},
    {"ls", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LS},
    {"hi", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_HI},
    {"hs", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_HS},
    {"num", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NUM},
    {"nan", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NAN},
    {"equ", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_EQU},
    {"neu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_NEU},
    {"ltu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LTU},
    {"leu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_LEU},
    {"gtu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_GTU},
    {"geu", PTX_WORDS_COMPARE, FIELD_COMPARE, PTX_GEU},
    {"and", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_AND},
    {"or", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_OR},
    {"xor", PTX_WORDS_COMPARE, FIELD_BOOLEAN, PTX_XOR},
    {"eq", PTX_WORDS_NONE, FIELD_COMPARE, PTX_EQ}, /* vset too */
    {"ne", PTX_WORDS_NONE, FIELD_COMPARE, PTX_NE},
    {"lt", PTX_WORDS_NONE, FIELD_COMPARE, PTX_LT},
    {"le", PTX_WORDS_NONE, FIELD_COMPARE, PTX_LE},
    {"gt", PTX_WORDS_NONE, FIELD_COMPARE, PTX_GT},
    {"ge", PTX_WORDS_NONE, FIELD_COMPARE, PTX_GE},

    {"and", PTX_WORDS_LOGIC, FIELD_BOOLEAN, PTX_AND},
    {"or", PTX_WORDS_LOGIC, FIELD_BOOLEAN, PTX_OR},

    {"add", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_ADD},
    {"min", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_MIN},
    {"max", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_MAX},
    {"and", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_AND},
    {"or", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_OR},
    {"xor", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_XOR},
    {"exch", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_EXCH},
    {"cas", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_CAS},
    {"inc", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_INC},
    {"dec", PTX_WORDS_ATOMIC, FIELD_ATOMIC, PTX_ATOM_DEC},

    {"up", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_UP},
    {"down", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_DOWN},
    {"bfly", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_BFLY},
    {"idx", PTX_WORDS_SHFL, FIELD_MODE, PTX_SHFL_IDX},
    {"all", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_ALL},
    {"any", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_ANY},
    {"uni", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_UNI},
    {"ballot", PTX_WORDS_VOTE, FIELD_MODE, PTX_VOTE_BALLOT},
    {"any", PTX_WORDS_MATCH, FIELD_MODE, PTX_MATCH_ANY},
    {"all", PTX_WORDS_MATCH, FIELD_MODE, PTX_MATCH_ALL},
    {"f4e", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_F4E},
    {"b4e", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_B4E},
    {"rc8", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_RC8},
    {"ecl", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_ECL},
    {"ecr", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_ECR},
    {"rc16", PTX_WORDS_PRMT, FIELD_MODE, PTX_PRMT_RC16},
    {"l", PTX_WORDS_SHF, FIELD_MODE, PTX_SHF_L},
    {"r", PTX_WORDS_SHF, FIELD_MODE, PTX_SHF_R},
    {"finite", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_FINITE},
    {"infinite", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_INFINITE},
    {"number", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NUMBER},
    {"notanumber", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NOTANUMBER},
    {"normal", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_NORMAL},
    {"subnormal", PTX_WORDS_TESTP, FIELD_MODE, PTX_TESTP_SUBNORMAL},
    {"sync", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_SYNC},
    {"arrive", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_ARRIVE},
    {"red", PTX_WORDS_BAR, FIELD_MODE, PTX_BAR_RED},
    {"popc", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_POPC},
    {"and", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_AND},
    {"or", PTX_WORDS_BAR, FIELD_BOOLEAN, PTX_OR},
    {"cta", PTX_WORDS_BAR, FIELD_IGNORED, 0}, /* barrier.cta.sync is barrier.sync */
    {"add", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_ADD},
    {"min", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_MIN},
    {"max", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_MAX},
    {"and", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_AND},
    {"or", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_OR},
    {"xor", PTX_WORDS_REDUX, FIELD_MODE, PTX_REDUX_XOR},

    {"1d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_1D},
    {"2d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_2D},
    {"3d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_3D},
    {"a1d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A1D},
    {"a2d", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A2D},
    {"cube", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_CUBE},
    {"acube", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_ACUBE},
    {"2dms", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_2DMS},
    {"a2dms", PTX_WORDS_TEXTURE, FIELD_MODE, PTX_TEX_A2DMS},
    {"level", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_LEVEL},
    {"grad", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_GRAD},
    {"base", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TEX_BASE},
    {"r", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_R},
    {"g", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_G},
    {"b", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_B}, /* suld.b, too: the only kind of surface access that is known */
    {"a", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TLD4_A},
    {"width", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_WIDTH},
    {"height", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_HEIGHT},
    {"depth", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_DEPTH},
    {"channel_data_type", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"channel_order", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"normalized_coords", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"array_size", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"num_mipmap_levels", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"num_samples", PTX_WORDS_TEXTURE, FIELD_PART, PTX_TXQ_OTHER},
    {"trap", PTX_WORDS_TEXTURE, FIELD_IGNORED, 0}, /* .clamp and .zero are another behaviour: not understood */

    {"shr7", PTX_WORDS_NONE, FIELD_MODE, PTX_VMAD_SHR7},
    {"shr15", PTX_WORDS_NONE, FIELD_MODE, PTX_VMAD_SHR15},

    {"rn", PTX_WORDS_NONE, FIELD_ROUND, PTX_RN},
    {"rz", PTX_WORDS_NONE, FIELD_ROUND, PTX_RZ},
    {"rm", PTX_WORDS_NONE, FIELD_ROUND, PTX_RM},
    {"rp", PTX_WORDS_NONE, FIELD_ROUND, PTX_RP},
    {"rni", PTX_WORDS_NONE, FIELD_ROUND, PTX_RNI},
    {"rzi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RZI},
    {"rmi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RMI},
    {"rpi", PTX_WORDS_NONE, FIELD_ROUND, PTX_RPI},
    {"rna", PTX_WORDS_NONE, FIELD_ROUND, PTX_RNA},

    {"v2", PTX_WORDS_NONE, FIELD_VECTOR, 2},
    {"v4", PTX_WORDS_NONE, FIELD_VECTOR, 4},
    {"v8", PTX_WORDS_NONE, FIELD_VECTOR, 8},

    {"const", PTX_WORDS_NONE, FIELD_SPACE, PTX_CONST},
    {"global", PTX_WORDS_NONE, FIELD_SPACE, PTX_GLOBAL},
    {"local", PTX_WORDS_NONE, FIELD_SPACE, PTX_LOCAL},
    {"param", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM},
    {"param::entry", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM},
    {"param::func", PTX_WORDS_NONE, FIELD_SPACE, PTX_PARAM},
    {"shared", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED},
    {"shared::cta", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED},
    {"shared::cluster", PTX_WORDS_NONE, FIELD_SPACE, PTX_SHARED},

    {"ftz", PTX_WORDS_NONE, FIELD_FLAG, PTX_FTZ},
    {"sat", PTX_WORDS_NONE, FIELD_FLAG, PTX_SAT},
    {"approx", PTX_WORDS_NONE, FIELD_FLAG, PTX_APPROX},
    {"full", PTX_WORDS_NONE, FIELD_FLAG, PTX_FULL},
    {"uni", PTX_WORDS_NONE, FIELD_FLAG, PTX_UNI},
    {"volatile", PTX_WORDS_NONE, FIELD_FLAG, PTX_VOLATILE},
    {"cc", PTX_WORDS_NONE, FIELD_FLAG, PTX_CC},
    {"wrap", PTX_WORDS_NONE, FIELD_FLAG, PTX_WRAP},
    {"clamp", PTX_WORDS_SHF, FIELD_IGNORED, 0},
    {"clamp", PTX_WORDS_ATOMIC, FIELD_IGNORED, 0}, /* vshl, vshr */
    {"aligned", PTX_WORDS_NONE, FIELD_FLAG, PTX_ALIGNED},
    {"noftz", PTX_WORDS_NONE, FIELD_FLAG, PTX_NOFTZ},
    {"sync", PTX_WORDS_NONE, FIELD_FLAG, PTX_SYNC},
    {"acquire", PTX_WORDS_NONE, FIELD_FLAG, PTX_ACQUIRE},
    {"release", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELEASE},
    {"acq_rel", PTX_WORDS_NONE, FIELD_FLAG, PTX_ACQUIRE | PTX_RELEASE},
    {"relaxed", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELAXED},
    {"weak", PTX_WORDS_NONE, FIELD_FLAG, PTX_WEAK},
    {"sc", PTX_WORDS_NONE, FIELD_FLAG, PTX_SC},
    {"mmio", PTX_WORDS_NONE, FIELD_FLAG, PTX_MMIO},
    {"to", PTX_WORDS_NONE, FIELD_FLAG, PTX_TO},
    {"nc", PTX_WORDS_NONE, FIELD_FLAG, PTX_NC},
    {"NaN", PTX_WORDS_NONE, FIELD_FLAG, PTX_NAN_MODE},
    {"xorsign", PTX_WORDS_NONE, FIELD_FLAG, PTX_XORSIGN},
    {"abs", PTX_WORDS_NONE, FIELD_IGNORED, 0}, /* always follows .xorsign */
    {"shiftamt", PTX_WORDS_NONE, FIELD_FLAG, PTX_SHIFTAMT},
    {"relu", PTX_WORDS_NONE, FIELD_FLAG, PTX_RELU},
    {"cta", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_CTA},
    {"gpu", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_GPU},
    {"gl", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_GPU}, /* membar.gl */
    {"sys", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_SYS},
    {"cluster", PTX_WORDS_NONE, FIELD_FLAG, PTX_SCOPE_CLUSTER},
    {"parity", PTX_WORDS_NONE, FIELD_FLAG, PTX_PARITY},
    {"po", PTX_WORDS_NONE, FIELD_FLAG, PTX_PLUS_ONE},

    {"ca", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"cg", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"cs", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"lu", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"cv", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"wb", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"wt", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"L1", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"L2", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"noinc", PTX_WORDS_NONE, FIELD_FLAG, PTX_NOINC},
    {"async", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"proxy", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"alias", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"mbarrier_init", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"noComplete", PTX_WORDS_NONE, FIELD_IGNORED, 0}, /* of mbarrier.arrive: a promise of the program */
    {"read", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"bulk_group", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"mbarrier::complete_tx::bytes", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"wait", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"launch_dependents", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"fractional", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"range", PTX_WORDS_NONE, FIELD_IGNORED, 0},
    {"inc", PTX_WORDS_NONE, FIELD_IGNORED, 0}, /* setmaxnreg */
    {"dec", PTX_WORDS_NONE, FIELD_IGNORED, 0},
};

static bool same_word(const char *word, const char *text, size_t size) {
    return size > 0 && *word == *text && strlen(word) == size && memcmp(word, text, size) == 0;
}

static const Modifier *find_modifier(const char *text, size_t size, PtxWords words) {
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        const Modifier *row = &modifiers[i];
        if ((row->words == words || row->words == PTX_WORDS_NONE) && same_word(row->word, text, size)) return row;
    }
    return NULL;
}

static PtxType find_type(const char *text, size_t size) {
    for (int type = PTX_PRED; type < PTX_TYPE_COUNT; type++)
        if (same_word(ptx_type_name[type], text, size)) return (PtxType)type;
    return PTX_NONE;
}

/* A field that is written twice, or a third type where the opcode has two, is no instruction that we know. */
static bool set_once(uint8_t *field, int value) {
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
    case FIELD_FLAG: instr->flags |= (uint32_t)modifier->value; return true;
    case FIELD_ROUND: return set_once(&instr->round, modifier->value);
    case FIELD_COMPARE: return set_once(&instr->compare, modifier->value);
    case FIELD_BOOLEAN: return set_once(&instr->boolean, modifier->value);
    case FIELD_PART: return set_once(&instr->part, modifier->value);
    case FIELD_ATOMIC: return set_once(&instr->atomic, modifier->value);
    case FIELD_MODE: return set_once(&instr->mode, modifier->value);
    case FIELD_SPACE: return set_once(instr->space ? &instr->space2 : &instr->space, modifier->value);
    case FIELD_VECTOR: return set_once(&instr->vector, modifier->value);
    case FIELD_IGNORED: return true;
    }
    return false;
}

static bool add_word(Form *form, const char *text, size_t size) {
    PtxInstr *instr = &form->instr;
    if (size > 4 && (memcmp(text, "L1::", 4) == 0 || memcmp(text, "L2::", 4) == 0)) {
        form->cache_policy |= same_word("L2::cache_hint", text, size);
        return true;
    }
    PtxType type = find_type(text, size);
    if (type != PTX_NONE) return add_type(instr, type);
    const Modifier *modifier = find_modifier(text, size, (PtxWords)ptx_opcode[instr->op].words);
    if (modifier == NULL || !apply(instr, modifier)) return false;
    if (same_word("shared::cluster", text, size)) instr->flags |= PTX_SHARED_CLUSTER;
    return true;
}

const Form *decode_form(Parser *parser, Name *name) {
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
    if (instr->op == PTX_OP_BAR && strncmp(name->text, "bar.", 4) == 0) instr->flags |= PTX_ALIGNED;
    if (instr->op == PTX_OP_BAR && instr->mode == PTX_MODE_NONE) form->known = false;
    if (instr->op == PTX_OP_BAR_WARP) instr->mode = PTX_BAR_WARP;
    if (instr->vector == 0) instr->vector = 1;
    return form;
}

/* The word whose row sets this field to this value for the opcode. */
static void print_word(const PtxInstr *instr, Field field, int value, Text *out) {
    if (value == 0) return;
    for (size_t i = 0; i < sizeof modifiers / sizeof modifiers[0]; i++) {
        const Modifier *row = &modifiers[i];
        bool read_so = find_modifier(row->word, strlen(row->word), (PtxWords)ptx_opcode[instr->op].words) == row;
        if (row->field != field || row->value != value || !read_so) continue;
        text_printf(out, ".%s", row->word);
        return;
    }
}

void print_form(const PtxInstr *instr, Text *out) {
    bool barrier = instr->op == PTX_OP_BAR && !(instr->flags & PTX_ALIGNED);
    text_add(out, barrier ? "barrier" : ptx_opcode[instr->op].text);
    print_word(instr, FIELD_MODE, instr->mode, out);
    print_word(instr, FIELD_PART, instr->part, out);
    print_word(instr, FIELD_ROUND, instr->round, out);
    print_word(instr, FIELD_COMPARE, instr->compare, out);
    print_word(instr, FIELD_BOOLEAN, instr->boolean, out);
    for (uint32_t flag = 1; flag != 0 && flag <= instr->flags; flag <<= 1)
        if (instr->flags & flag & ~(uint32_t)PTX_SHARED_CLUSTER) print_word(instr, FIELD_FLAG, (int)flag, out);
    if (instr->flags & PTX_SHARED_CLUSTER && instr->space == PTX_SHARED)
        text_add(out, ".shared::cluster");
    else
        print_word(instr, FIELD_SPACE, instr->space, out);
    print_word(instr, FIELD_SPACE, instr->space2, out);
    print_word(instr, FIELD_ATOMIC, instr->atomic, out);
    if (instr->vector > 1) text_printf(out, ".v%d", instr->vector);
    for (int i = 0; i < 3 && instr->type[i] != PTX_NONE; i++) text_printf(out, ".%s", ptx_type_name[instr->type[i]]);
}
