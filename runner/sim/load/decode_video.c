/* Video instructions: arithmetic on selected bytes and halves of 32-bit words, one value a lane (vadd, vmad...) or two
 * or four side by side (vadd2, vadd4...).
 *
 * No compiler writes many of them, so that one handler takes an instruction apart for each lane. All arithmetic is done
 * in 128 bits, where nothing overflows; the PTX ISA asks for 34 (scalar) and for the exact product (vmad). */
#include <string.h>

#include "sim/load/load.h"

__extension__ typedef __int128 Number;

/* Where a value lies in the eight bytes of two words, or in the four of one. */
typedef struct Selection {
    uint8_t part[4]; /* in units of bytes (width 1), halves (2) or words (4) */
    uint8_t width;   /* bytes */
} Selection;

typedef struct Video {
    uint16_t op;
    uint8_t compare, second, mode;
    uint8_t parts; /* 1, 2 or 4 */
    uint8_t mask;  /* SIMD: the parts that are computed; the others come from the third operand */
    bool dest_signed, a_signed, b_signed, saturates, wraps, plus_one, product_negated, c_negated, merges;
    Selection a, b, dest; /* dest: scalar merge only */
} Video;

/* ---- what an instruction is made of ------------------------------------------------------------------------------ */

static bool is_simd(uint16_t op, uint8_t *parts) {
    *parts = op >= PTX_OP_VADD4 && op <= PTX_OP_VSET4 ? 4 : op >= PTX_OP_VADD2 && op <= PTX_OP_VSET2 ? 2 : 1;
    return *parts > 1;
}

/* "b0".."b3", "h0", "h1"; without one the whole word. */
static bool read_scalar_selector(const char *text, Selection *selection) {
    *selection = (Selection){.width = 4};
    if (text == NULL) return true;
    size_t parts = text[0] == 'b' ? 4 : text[0] == 'h' ? 2 : 0;
    if (strlen(text) != 2 || text[1] < '0' || text[1] >= '0' + (int)parts) return false;
    selection->width = (uint8_t)(4 / parts);
    selection->part[0] = (uint8_t)(text[1] - '0');
    return true;
}

/* "h32", "b7654": the highest part first. first: the lowest one where none is written. */
static bool read_simd_selector(const char *text, uint8_t parts, uint8_t first, Selection *selection) {
    selection->width = (uint8_t)(4 / parts);
    for (uint8_t i = 0; i < parts; i++) selection->part[i] = (uint8_t)(first + i);
    if (text == NULL) return true;
    if (strlen(text) != (size_t)parts + 1 || text[0] != (parts == 4 ? 'b' : 'h')) return false;
    for (uint8_t i = 0; i < parts; i++) {
        int part = text[parts - i] - '0';
        if (part < 0 || part >= 2 * parts) return false;
        selection->part[i] = (uint8_t)part;
    }
    return true;
}

/* "h1", "b310": which parts of the destination are computed. */
static bool read_mask(const char *text, uint8_t parts, uint8_t *mask) {
    *mask = (uint8_t)((1 << parts) - 1);
    if (text == NULL) return true;
    if (text[0] != (parts == 4 ? 'b' : 'h') || text[1] == 0) return false;
    *mask = 0;
    for (const char *at = text + 1; *at; at++) {
        if (*at < '0' || *at >= '0' + parts) return false;
        *mask |= (uint8_t)(1 << (*at - '0'));
    }
    return true;
}

static bool read_video(const PtxInstr *instr, Video *video) {
    bool simd = is_simd(instr->op, &video->parts), third = instr->operand_count == 4;
    bool sets = instr->op == PTX_OP_VSET || instr->op == PTX_OP_VSET2 || instr->op == PTX_OP_VSET4;
    const PtxOperand *operand = instr->operand;
    video->op = instr->op;
    video->compare = instr->compare;
    video->second = instr->atomic;
    video->mode = instr->mode;
    video->dest_signed = !sets && ptx_type_signed(instr->type[0]);
    video->a_signed = ptx_type_signed(instr->type[sets ? 0 : 1]);
    video->b_signed = ptx_type_signed(instr->type[sets ? 1 : 2]);
    video->saturates = (instr->flags & PTX_SAT) != 0;
    video->wraps = (instr->flags & PTX_WRAP) != 0;
    video->plus_one = (instr->flags & PTX_PLUS_ONE) != 0;
    if (instr->type[sets ? 1 : 2] == PTX_NONE || sets != (instr->compare != PTX_CMP_NONE)) return false;
    for (int i = 0; i < 3 && instr->type[i] != PTX_NONE; i++)
        if (instr->type[i] != PTX_U32 && instr->type[i] != PTX_S32) return false;
    bool shifts = instr->op == PTX_OP_VSHL || instr->op == PTX_OP_VSHR;
    if (shifts && instr->type[2] != PTX_U32) return false;
    if (simd)
        return (video->second == PTX_ATOM_NONE || video->second == PTX_ATOM_ADD) &&
               read_mask(operand[0].selector, video->parts, &video->mask) &&
               read_simd_selector(operand[1].selector, video->parts, 0, &video->a) &&
               read_simd_selector(operand[2].selector, video->parts, video->parts, &video->b);
    video->product_negated = operand[1].negated != operand[2].negated;
    video->c_negated = third && operand[3].negated;
    video->merges = operand[0].selector != NULL;
    bool combines = video->second != PTX_ATOM_NONE || instr->op == PTX_OP_VMAD;
    return video->second <= PTX_ATOM_MAX && third == (combines || video->merges) && !(combines && video->merges) &&
           read_scalar_selector(operand[0].selector, &video->dest) &&
           read_scalar_selector(operand[1].selector, &video->a) && read_scalar_selector(operand[2].selector, &video->b);
}

/* ---- one lane ---------------------------------------------------------------------------------------------------- */

static Number extract(uint64_t words, Selection selection, int index, bool is_signed) {
    unsigned bits = 8u * selection.width;
    uint64_t value = words >> (bits * selection.part[index]) & ((UINT64_C(1) << bits) - 1);
    return is_signed && value >> (bits - 1) ? (Number)value - ((Number)1 << bits) : (Number)value;
}

static Number clamp(Number value, unsigned bits, bool is_signed) {
    Number high = is_signed ? ((Number)1 << (bits - 1)) - 1 : ((Number)1 << bits) - 1, low = is_signed ? -high - 1 : 0;
    return value < low ? low : value > high ? high : value;
}

static bool holds(uint8_t compare, Number a, Number b) {
    switch (compare) {
    case PTX_EQ: return a == b;
    case PTX_NE: return a != b;
    case PTX_LT: return a < b;
    case PTX_LE: return a <= b;
    case PTX_GT: return a > b;
    default: return a >= b;
    }
}

static Number shift_amount(const Video *video, Number b) {
    return video->wraps ? b & 31 : b > 32 ? 32 : b;
}

static Number operate(const Video *video, Number a, Number b) {
    switch (video->op) {
    case PTX_OP_VADD:
    case PTX_OP_VADD2:
    case PTX_OP_VADD4: return a + b;
    case PTX_OP_VSUB:
    case PTX_OP_VSUB2:
    case PTX_OP_VSUB4: return a - b;
    case PTX_OP_VABSDIFF:
    case PTX_OP_VABSDIFF2:
    case PTX_OP_VABSDIFF4: return a < b ? b - a : a - b;
    case PTX_OP_VMIN:
    case PTX_OP_VMIN2:
    case PTX_OP_VMIN4: return a < b ? a : b;
    case PTX_OP_VMAX:
    case PTX_OP_VMAX2:
    case PTX_OP_VMAX4: return a > b ? a : b;
    case PTX_OP_VAVRG2:
    case PTX_OP_VAVRG4: return (a + b + (a + b >= 0)) >> 1;
    case PTX_OP_VSHL: return a * ((Number)1 << shift_amount(video, b));
    case PTX_OP_VSHR: return a >> shift_amount(video, b);
    default: return holds(video->compare, a, b);
    }
}

/* a * b + c, with a negated product or c as the complement plus one. */
static uint32_t multiply_add(const Video *video, Number a, Number b, uint32_t c) {
    bool is_signed = video->a_signed || video->b_signed || video->product_negated || video->c_negated;
    Number addend = is_signed ? (Number)(int32_t)c : (Number)c, product = video->product_negated ? -(a * b) : a * b;
    if (video->c_negated) addend = -addend;
    Number sum = product + addend + video->plus_one;
    sum >>= video->mode == PTX_VMAD_SHR7 ? 7 : video->mode == PTX_VMAD_SHR15 ? 15 : 0;
    return (uint32_t)(video->saturates ? clamp(sum, 32, is_signed) : sum);
}

static uint32_t scalar(const Video *video, uint32_t word_a, uint32_t word_b, uint32_t c) {
    Number a = extract(word_a, video->a, 0, video->a_signed), b = extract(word_b, video->b, 0, video->b_signed);
    if (video->op == PTX_OP_VMAD) return multiply_add(video, a, b, c);
    Number result = operate(video, a, b), addend = video->dest_signed ? (Number)(int32_t)c : (Number)c;
    unsigned bits = 8u * video->dest.width;
    if (video->saturates) result = clamp(result, bits, video->dest_signed);
    switch (video->second) {
    case PTX_ATOM_ADD: return (uint32_t)(result + addend);
    case PTX_ATOM_MIN: return (uint32_t)(result < addend ? result : addend);
    case PTX_ATOM_MAX: return (uint32_t)(result > addend ? result : addend);
    default: break;
    }
    if (!video->merges) return (uint32_t)result;
    uint32_t mask = ((UINT32_C(1) << bits) - 1) << (bits * video->dest.part[0]);
    return (c & ~mask) | ((uint32_t)result << (bits * video->dest.part[0]) & mask);
}

static uint32_t side_by_side(const Video *video, uint32_t word_a, uint32_t word_b, uint32_t c) {
    uint64_t words = (uint64_t)word_b << 32 | word_a;
    unsigned bits = 32u / video->parts;
    uint32_t joined = c, sum = c;
    for (int i = 0; i < video->parts; i++) {
        if (!(video->mask >> i & 1)) continue;
        Number result =
            operate(video, extract(words, video->a, i, video->a_signed), extract(words, video->b, i, video->b_signed));
        if (video->saturates) result = clamp(result, bits, video->dest_signed);
        uint32_t mask = ((UINT32_C(1) << bits) - 1) << (bits * (unsigned)i);
        joined = (joined & ~mask) | ((uint32_t)result << (bits * (unsigned)i) & mask);
        sum += (uint32_t)result;
    }
    return video->second == PTX_ATOM_ADD ? sum : joined;
}

/* a, b, c: rows; extra: the Video. */
static const SimInstr *run_video(SimWarp *warp, const SimInstr *instr) {
    const Video *video = instr->extra;
    const uint32_t *a = sim_row(warp, instr->a), *b = sim_row(warp, instr->b), *c = sim_row(warp, instr->c);
    uint32_t *dest = sim_row(warp, instr->dest);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        dest[lane] = video->parts == 1 ? scalar(video, a[lane], b[lane], c[lane])
                                       : side_by_side(video, a[lane], b[lane], c[lane]);
    }
    return instr + 1;
}

bool sim_decode_video(Decoder *decoder, const PtxInstr *instr) {
    Video *video = arena_make(decoder->arena, Video);
    SimOperand row[3] = {0};
    if (!read_video(instr, video)) return false;
    for (int i = 1; i < instr->operand_count; i++) row[i - 1] = sim_source(decoder, &instr->operand[i], PTX_B32);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    SimInstr *out = sim_emit(decoder, run_video);
    out->dest = dest;
    out->a = row[0];
    out->b = row[1];
    out->c = row[2];
    out->extra = video;
    return true;
}
