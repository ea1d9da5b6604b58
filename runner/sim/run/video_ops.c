/* Video instructions, one lane after the other. Compilers write few of them, so that one handler serves all. All
 * arithmetic is done in 128 bits, where nothing overflows; the PTX ISA asks for 34 (scalar) and for the exact
 * product (vmad). */
#include "sim/handlers.h"
#include "sim/warp.h"

__extension__ typedef __int128 Number;

static Number extract(uint64_t words, SimSelection selection, int index, bool is_signed) {
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

static Number shift_amount(const SimVideoOp *video, Number b) {
    return video->wraps ? b & 31 : b > 32 ? 32 : b;
}

static Number operate(const SimVideoOp *video, Number a, Number b) {
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
static uint32_t multiply_add(const SimVideoOp *video, Number a, Number b, uint32_t c) {
    bool is_signed = video->a_signed || video->b_signed || video->product_negated || video->c_negated;
    Number addend = is_signed ? (Number)(int32_t)c : (Number)c, product = video->product_negated ? -(a * b) : a * b;
    if (video->c_negated) addend = -addend;
    Number sum = product + addend + video->plus_one;
    sum >>= video->mode == PTX_VMAD_SHR7 ? 7 : video->mode == PTX_VMAD_SHR15 ? 15 : 0;
    return (uint32_t)(video->saturates ? clamp(sum, 32, is_signed) : sum);
}

static uint32_t scalar(const SimVideoOp *video, uint32_t word_a, uint32_t word_b, uint32_t c) {
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

static uint32_t side_by_side(const SimVideoOp *video, uint32_t word_a, uint32_t word_b, uint32_t c) {
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

/* a, b, c: rows; extra: the SimVideoOp. */
const SimInstr *sim_video(SimWarp *warp, const SimInstr *instr) {
    const SimVideoOp *video = instr->extra;
    const uint32_t *a = sim_row(warp, instr->a), *b = sim_row(warp, instr->b), *c = sim_row(warp, instr->c);
    uint32_t *dest = sim_row(warp, instr->dest);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        dest[lane] = video->parts == 1 ? scalar(video, a[lane], b[lane], c[lane])
                                       : side_by_side(video, a[lane], b[lane], c[lane]);
    }
    return instr + 1;
}
