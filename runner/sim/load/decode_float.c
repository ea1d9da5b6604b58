/* Floating-point arithmetic: f32, f64, and the 16-bit formats. */
#include "ptx/half.h"
#include "sim/handlers.h"
#include "sim/load/load.h"

static void set_rounding(Decoder *decoder, int round) {
    sim_emit(decoder, sim_set_rounding)->imm = round;
}

typedef struct FloatOp {
    LaneOp op;
    int sources;
    bool flushes; /* the lane operation itself flushes as .ftz asks */
} FloatOp;

static bool find_f32(const PtxInstr *instr, FloatOp *found) {
    bool ftz = (instr->flags & PTX_FTZ) != 0, approx = (instr->flags & PTX_APPROX) != 0;
    bool nan = (instr->flags & PTX_NAN_MODE) != 0;
    switch (instr->op) {
    case PTX_OP_ADD: *found = (FloatOp){ftz ? LANE_add_ftz_f32 : LANE_add_f32, 2, true}; return true;
    case PTX_OP_SUB: *found = (FloatOp){ftz ? LANE_sub_ftz_f32 : LANE_sub_f32, 2, true}; return true;
    case PTX_OP_MUL: *found = (FloatOp){ftz ? LANE_mul_ftz_f32 : LANE_mul_f32, 2, true}; return true;
    case PTX_OP_MAD:
    case PTX_OP_FMA: *found = (FloatOp){ftz ? LANE_fma_ftz_f32 : LANE_fma_f32, 3, true}; return true;
    case PTX_OP_DIV:
        *found = approx                    ? (FloatOp){LANE_div_approx_f32, 2, false}
                 : instr->flags & PTX_FULL ? (FloatOp){LANE_div_full_f32, 2, false}
                                           : (FloatOp){ftz ? LANE_div_ftz_f32 : LANE_div_f32, 2, true};
        return true;
    case PTX_OP_RCP:
        *found = approx ? (FloatOp){LANE_rcp_approx_f32, 1, false}
                        : (FloatOp){ftz ? LANE_rcp_ftz_f32 : LANE_rcp_f32, 1, true};
        return true;
    case PTX_OP_SQRT: *found = (FloatOp){approx ? LANE_sqrt_approx_f32 : LANE_sqrt_f32, 1, false}; return true;
    case PTX_OP_RSQRT: *found = (FloatOp){LANE_rsqrt_approx_f32, 1, false}; return true;
    case PTX_OP_SIN: *found = (FloatOp){LANE_sin_approx_f32, 1, false}; return true;
    case PTX_OP_COS: *found = (FloatOp){LANE_cos_approx_f32, 1, false}; return true;
    case PTX_OP_LG2: *found = (FloatOp){LANE_lg2_approx_f32, 1, false}; return true;
    case PTX_OP_EX2: *found = (FloatOp){LANE_ex2_approx_f32, 1, false}; return true;
    case PTX_OP_TANH: *found = (FloatOp){LANE_tanh_approx_f32, 1, false}; return true;
    case PTX_OP_ABS: *found = (FloatOp){LANE_abs_f32, 1, false}; return true;
    case PTX_OP_NEG: *found = (FloatOp){LANE_neg_f32, 1, false}; return true;
    case PTX_OP_MIN: *found = (FloatOp){nan ? LANE_min_nan_f32 : LANE_min_f32, 2, false}; return true;
    case PTX_OP_MAX: *found = (FloatOp){nan ? LANE_max_nan_f32 : LANE_max_f32, 2, false}; return true;
    case PTX_OP_COPYSIGN: *found = (FloatOp){LANE_copysign_32, 2, true}; return true;
    default: return false;
    }
}

static bool find_f64(const PtxInstr *instr, FloatOp *found) {
    bool approx = (instr->flags & PTX_APPROX) != 0;
    switch (instr->op) {
    case PTX_OP_ADD: *found = (FloatOp){LANE_add_f64, 2, true}; return true;
    case PTX_OP_SUB: *found = (FloatOp){LANE_sub_f64, 2, true}; return true;
    case PTX_OP_MUL: *found = (FloatOp){LANE_mul_f64, 2, true}; return true;
    case PTX_OP_MAD:
    case PTX_OP_FMA: *found = (FloatOp){LANE_fma_f64, 3, true}; return true;
    case PTX_OP_DIV: *found = (FloatOp){LANE_div_f64, 2, true}; return true;
    case PTX_OP_RCP: *found = (FloatOp){approx ? LANE_rcp_approx_f64 : LANE_rcp_f64, 1, true}; return true;
    case PTX_OP_SQRT: *found = (FloatOp){LANE_sqrt_f64, 1, true}; return true;
    case PTX_OP_RSQRT:
        *found = (FloatOp){instr->flags & PTX_FTZ ? LANE_rsqrt_approx_ftz_f64 : LANE_rsqrt_approx_f64, 1, true};
        return true;
    case PTX_OP_ABS: *found = (FloatOp){LANE_abs_f64, 1, true}; return true;
    case PTX_OP_NEG: *found = (FloatOp){LANE_neg_f64, 1, true}; return true;
    case PTX_OP_MIN: *found = (FloatOp){LANE_min_f64, 2, true}; return true;
    case PTX_OP_MAX: *found = (FloatOp){LANE_max_f64, 2, true}; return true;
    case PTX_OP_COPYSIGN: *found = (FloatOp){LANE_copysign_64, 2, true}; return true;
    default: return false;
    }
}

static SimOperand flushed(Decoder *decoder, SimOperand row, bool single) {
    SimOperand temporary = sim_temporary(decoder);
    sim_emit_lane(decoder, single ? LANE_flush_f32 : LANE_flush_f64, temporary, row, 0, 0);
    return temporary;
}

/* .abs: clears the operands' signs; rest: the mask of all bits but the signs */
static void decode_magnitudes(Decoder *decoder, SimOperand source[3], int count, uint32_t rest) {
    for (int i = 0; i < count; i++) {
        SimOperand magnitude = sim_temporary(decoder);
        sim_emit_lane(decoder, LANE_and_32, magnitude, source[i], sim_constant(decoder, rest, 4), 0);
        source[i] = magnitude;
    }
}

/* min.xorsign.abs: the operands' magnitudes, with the exclusive or of their signs, which are the bits of mask. A NaN
 * result gets no sign. */
static void decode_xorsign(Decoder *decoder, SimOperand source[3], SimOperand *sign, uint32_t mask) {
    SimOperand both = sim_temporary(decoder);
    *sign = sim_temporary(decoder);
    sim_emit_lane(decoder, LANE_xor_32, both, source[0], source[1], 0);
    sim_emit_lane(decoder, LANE_and_32, *sign, both, sim_constant(decoder, mask, 4), 0);
    decode_magnitudes(decoder, source, 2, ~mask);
}

/* min{.xorsign.abs} of two inputs, min{.abs}.f32 of three (PTX ISA, min and max): .xorsign and .abs stand together or,
 * with three inputs, .abs alone. */
static bool has_fitting_signs(const PtxInstr *instr, bool three) {
    bool xorsign = (instr->flags & PTX_XORSIGN) != 0, abs = (instr->flags & PTX_ABS) != 0;
    return three ? !xorsign : xorsign == abs;
}

/* The operation on rows, with its rounding, flushing and saturation. */
static void emit_float(Decoder *decoder, const PtxInstr *instr, FloatOp found, SimOperand dest, SimOperand source[3],
                       bool single) {
    bool flush = single && (instr->flags & PTX_FTZ) && !found.flushes;
    bool flush_wide = !single && (instr->flags & PTX_FTZ); /* the approximations flush their results */
    for (int i = 0; (flush || flush_wide) && i < found.sources; i++) source[i] = flushed(decoder, source[i], single);
    bool directed = instr->round == PTX_RZ || instr->round == PTX_RM || instr->round == PTX_RP;
    if (directed) set_rounding(decoder, instr->round);
    sim_emit_lane(decoder, found.op, dest, source[0], source[1], source[2]);
    if (directed) set_rounding(decoder, PTX_RN);
    if (flush) sim_emit_lane(decoder, LANE_flush_f32, dest, dest, 0, 0);
    if (instr->flags & PTX_SAT)
        sim_emit_lane(decoder, single ? LANE_saturate_f32 : LANE_saturate_f64, dest, dest, 0, 0);
}

bool sim_decode_float(Decoder *decoder, const PtxInstr *instr) {
    PtxType type = instr->type[0];
    const PtxFlags only_single = PTX_NAN_MODE | PTX_ABS | PTX_XORSIGN;
    bool single = type == PTX_F32, xorsign = (instr->flags & PTX_XORSIGN) != 0;
    FloatOp found;
    if ((single ? !find_f32(instr, &found) : !find_f64(instr, &found)) ||
        (instr->type[1] != PTX_NONE && instr->type[1] != type))
        return false;
    bool chooses = instr->op == PTX_OP_MIN || instr->op == PTX_OP_MAX;
    bool three = chooses && single && instr->operand_count == 4;
    if ((!three && instr->operand_count != found.sources + 1) || !has_fitting_signs(instr, three) ||
        (instr->flags & (PTX_RELU | PTX_CC)) || (!single && (instr->flags & only_single)))
        return false;
    SimOperand source[3] = {0}, sign = 0;
    for (int i = 0; i < instr->operand_count - 1; i++) source[i] = sim_source(decoder, &instr->operand[i + 1], type);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], type);
    if (three) {
        if (instr->flags & PTX_ABS) decode_magnitudes(decoder, source, 3, INT32_MAX);
        SimOperand first = sim_temporary(decoder);
        emit_float(decoder, instr, found, first, (SimOperand[3]){source[0], source[1]}, single);
        emit_float(decoder, instr, found, dest, (SimOperand[3]){first, source[2]}, single);
        return true;
    }
    if (xorsign) decode_xorsign(decoder, source, &sign, UINT32_C(1) << 31);
    emit_float(decoder, instr, found, dest, source, single);
    if (xorsign) sim_emit_lane(decoder, LANE_signed_f32, dest, dest, sign, 0);
    return true;
}

/* Two floats in a register of 64 bits: each half on its own. */
bool sim_decode_float_pair(Decoder *decoder, const PtxInstr *instr) {
    FloatOp found;
    if (!find_f32(instr, &found) || instr->operand_count != found.sources + 1 || (instr->flags & ~PTX_FTZ))
        return false;
    SimOperand half[2] = {sim_temporary(decoder), sim_temporary(decoder)}, whole[3] = {0};
    for (int i = 0; i < found.sources; i++) whole[i] = sim_source(decoder, &instr->operand[i + 1], PTX_B64);
    for (int part = 0; part < 2; part++) {
        SimOperand source[3] = {0};
        for (int i = 0; i < found.sources; i++) {
            source[i] = sim_temporary(decoder);
            sim_emit_lane(decoder, part ? LANE_unpack_high_32 : LANE_narrow_64, source[i], whole[i], 0, 0);
        }
        emit_float(decoder, instr, found, half[part], source, true);
    }
    sim_emit_lane(decoder, LANE_pack_32, sim_dest(decoder, &instr->operand[0], PTX_B64), half[0], half[1], 0);
    return true;
}

static bool find_half(const PtxInstr *instr, FloatOp *found) {
    switch (instr->op) {
    case PTX_OP_ADD: *found = (FloatOp){LANE_add_f16, 2, true}; return true;
    case PTX_OP_SUB: *found = (FloatOp){LANE_sub_f16, 2, true}; return true;
    case PTX_OP_MUL: *found = (FloatOp){LANE_mul_f16, 2, true}; return true;
    case PTX_OP_FMA: *found = (FloatOp){LANE_fma_f16, 3, true}; return true;
    case PTX_OP_MIN: *found = (FloatOp){LANE_min_f16, 2, true}; return true;
    case PTX_OP_MAX: *found = (FloatOp){LANE_max_f16, 2, true}; return true;
    case PTX_OP_ABS: *found = (FloatOp){LANE_abs_f16, 1, true}; return true;
    case PTX_OP_NEG: *found = (FloatOp){LANE_neg_f16, 1, true}; return true;
    case PTX_OP_TANH: *found = (FloatOp){LANE_tanh_f16, 1, true}; return true;
    case PTX_OP_EX2: *found = (FloatOp){LANE_ex2_f16, 1, true}; return true;
    default: return false;
    }
}

bool sim_decode_half(Decoder *decoder, const PtxInstr *instr) {
    PtxType type = instr->type[0];
    bool pair = type == PTX_F16X2 || type == PTX_BF16X2, bfloat = type == PTX_BF16 || type == PTX_BF16X2;
    FloatOp found;
    if (!find_half(instr, &found) || instr->operand_count != found.sources + 1 ||
        (instr->type[1] != PTX_NONE && instr->type[1] != type))
        return false;
    bool xorsign = (instr->flags & PTX_XORSIGN) != 0;
    if (!has_fitting_signs(instr, false) || (instr->flags & (PTX_CC | PTX_FULL))) return false;
    int64_t k = (bfloat ? HALF_BFLOAT : 0) | (pair ? HALF_PAIR : 0) | (instr->flags & PTX_SAT ? HALF_SAT : 0) |
                (instr->flags & PTX_RELU ? HALF_RELU : 0) | (instr->flags & PTX_NAN_MODE ? HALF_NAN : 0) |
                (instr->flags & PTX_FTZ ? HALF_FTZ : 0) | instr->round;
    SimOperand source[3] = {0};
    for (int i = 0; i < found.sources; i++) {
        source[i] = sim_source(decoder, &instr->operand[i + 1], pair ? PTX_B32 : PTX_B16);
        if (!(instr->flags & PTX_FTZ)) continue;
        SimOperand flat = sim_temporary(decoder);
        sim_emit_lane(decoder, LANE_modify_f16, flat, source[i], 0, 0)->imm = k & (HALF_BFLOAT | HALF_PAIR | HALF_FTZ);
        source[i] = flat;
    }
    SimOperand dest = sim_dest(decoder, &instr->operand[0], pair ? PTX_B32 : PTX_B16);
    SimOperand sign = 0;
    if (xorsign) decode_xorsign(decoder, source, &sign, pair ? 0x80008000 : 0x8000);
    sim_emit_lane(decoder, found.op, dest, source[0], source[1], source[2])->imm = k;
    if (xorsign) sim_emit_lane(decoder, LANE_signed_f16, dest, dest, sign, 0)->imm = k;
    return true;
}
