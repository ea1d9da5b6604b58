/* cvt: between all integer and floating-point types, in steps.
 *
 * The source is made exact in the nearest of s32 u32 s64 u64 f32 f64 (sub-word integers extended, 16-bit floats
 * widened), rounded to a whole number where asked, converted, clamped where the result is narrower or .sat is given,
 * and truncated to the result's width. */
#include "ptx/half.h"
#include "sim/handlers.h"
#include "sim/load/load.h"

static SimOperand step(Decoder *decoder, LaneOp op, SimOperand row, int64_t k) {
    SimOperand temporary = sim_temporary(decoder);
    sim_emit_lane(decoder, op, temporary, row, 0, 0)->imm = k;
    return temporary;
}

static bool is_half(PtxType type) {
    return type == PTX_F16 || type == PTX_BF16;
}

static int64_t range_of(PtxType type) { /* packed as clamp_range expects it */
    switch (type) {
    case PTX_S8: return (int64_t)((uint64_t)0xffffff80 << 32 | 0x7f);
    case PTX_U8: return 0xff;
    case PTX_S16: return (int64_t)((uint64_t)0xffff8000 << 32 | 0x7fff);
    case PTX_U16: return 0xffff;
    default: return 0x7fffffff; /* u32 from s32 */
    }
}

static uint64_t highest(PtxType type) {
    int bits = 8 * ptx_type_bytes(type) - ptx_type_signed(type);
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* The row of an integer of fewer than 32 bits as one of 32. */
static SimOperand extended(Decoder *decoder, SimOperand row, PtxType type) {
    int spare = 32 - 8 * ptx_type_bytes(type);
    if (spare <= 0) return row;
    return step(decoder, ptx_type_signed(type) ? LANE_sign_extend : LANE_zero_extend, row, spare);
}

/* Writes a 32-bit row as the result, truncated and then extended to its type. */
static void finish_narrow(Decoder *decoder, const PtxInstr *instr, SimOperand row) {
    PtxType type = instr->type[0];
    SimOperand dest = sim_dest(decoder, &instr->operand[0], type);
    int spare = 32 - 8 * ptx_type_bytes(type);
    if (spare > 0)
        sim_emit_lane(decoder, ptx_type_signed(type) ? LANE_sign_extend : LANE_zero_extend, dest, row, 0, 0)->imm =
            spare;
    else
        sim_emit_lane(decoder, LANE_mov_32, dest, row, 0, 0);
}

static SimOperand clamped(Decoder *decoder, SimOperand row, PtxType from, PtxType to) {
    bool wide = ptx_type_bytes(from) == 8, from_signed = ptx_type_signed(from), to_signed = ptx_type_signed(to);
    if (!wide) {
        if (from_signed)
            return ptx_type_bytes(to) >= 4 && to_signed ? row : step(decoder, LANE_clamp_s32_range, row, range_of(to));
        return ptx_type_bytes(to) == 8 || (ptx_type_bytes(to) == 4 && !to_signed)
                   ? row
                   : step(decoder, LANE_clamp_u32_range, row, (int64_t)highest(to));
    }
    if (!from_signed)
        return ptx_type_bytes(to) == 8 && !to_signed ? row
                                                     : step(decoder, LANE_clamp_u64_max, row, (int64_t)highest(to));
    if (ptx_type_bytes(to) == 8) return to_signed ? row : step(decoder, LANE_clamp_s64_u64, row, 0);
    if (ptx_type_bytes(to) == 4) return step(decoder, to_signed ? LANE_clamp_s64_s32 : LANE_clamp_s64_u32, row, 0);
    SimOperand narrow = step(decoder, LANE_narrow_64, step(decoder, LANE_clamp_s64_s32, row, 0), 0);
    return step(decoder, LANE_widen_s32, step(decoder, LANE_clamp_s32_range, narrow, range_of(to)), 0);
}

static bool integer_to_integer(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0], from = instr->type[1];
    bool from_wide = ptx_type_bytes(from) == 8, to_wide = ptx_type_bytes(to) == 8;
    SimOperand row = sim_source(decoder, &instr->operand[1], from);
    if (!from_wide) row = extended(decoder, row, from);
    if (instr->flags & PTX_SAT) row = clamped(decoder, row, from, to);
    if (from_wide && !to_wide) row = step(decoder, LANE_narrow_64, row, 0);
    if (!to_wide) {
        finish_narrow(decoder, instr, row);
        return true;
    }
    LaneOp op = from_wide ? LANE_mov_64 : ptx_type_signed(from) ? LANE_widen_s32 : LANE_widen_u32;
    sim_emit_lane(decoder, op, sim_dest(decoder, &instr->operand[0], to), row, 0, 0);
    return true;
}

/* Converts with rounding to f32 or f64. For a direction other than the nearest, the processor's rounding mode is set
 * around it. */
static void emit_rounded(Decoder *decoder, LaneOp op, SimOperand dest, SimOperand row, int round) {
    bool directed = round == PTX_RZ || round == PTX_RM || round == PTX_RP;
    if (directed) sim_emit(decoder, sim_set_rounding)->imm = round;
    sim_emit_lane(decoder, op, dest, row, 0, 0)->imm = round;
    if (directed) sim_emit(decoder, sim_set_rounding)->imm = PTX_RN;
}

/* From the exact row of an f32 or f64 (wide) to a 16-bit result. */
static void finish_half(Decoder *decoder, const PtxInstr *instr, SimOperand row, bool wide, PtxType to) {
    LaneOp op = to == PTX_F16 ? (wide ? LANE_f16_from_f64 : LANE_f16_from_f32)
                : wide        ? LANE_bf16_from_f64
                              : LANE_bf16_from_f32;
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B16);
    sim_emit_lane(decoder, op, dest, row, 0, 0)->imm = instr->round;
    int64_t k = (instr->flags & PTX_SAT ? HALF_SAT : 0) | (instr->flags & PTX_RELU ? HALF_RELU : 0) |
                (to == PTX_BF16 ? HALF_BFLOAT : 0);
    if (instr->flags & (PTX_SAT | PTX_RELU)) sim_emit_lane(decoder, LANE_modify_f16, dest, dest, 0, 0)->imm = k;
}

static bool integer_to_float(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0], from = instr->type[1];
    bool wide = ptx_type_bytes(from) == 8, is_signed = ptx_type_signed(from);
    SimOperand row = sim_source(decoder, &instr->operand[1], from);
    if (!wide) row = extended(decoder, row, from);
    static const LaneOp op[2][2][2] = {{{LANE_f32_from_u32, LANE_f32_from_s32}, {LANE_f32_from_u64, LANE_f32_from_s64}},
                                       {{LANE_f64_from_u32, LANE_f64_from_s32},
                                        {LANE_f64_from_u64, LANE_f64_from_s64}}};
    if (is_half(to)) {
        static const LaneOp odd[2] = {LANE_f64_odd_from_u64, LANE_f64_odd_from_s64};
        finish_half(decoder, instr, step(decoder, wide ? odd[is_signed] : op[1][0][is_signed], row, 0), true, to);
        return true;
    }
    SimOperand dest = sim_dest(decoder, &instr->operand[0], to);
    emit_rounded(decoder, op[to == PTX_F64][wide][is_signed], dest, row, instr->round);
    if (instr->flags & PTX_SAT)
        sim_emit_lane(decoder, to == PTX_F64 ? LANE_saturate_f64 : LANE_saturate_f32, dest, dest, 0, 0);
    return true;
}

static SimOperand whole(Decoder *decoder, SimOperand row, bool wide, int round) {
    switch (round) {
    case PTX_RNI: return step(decoder, wide ? LANE_round_even_f64 : LANE_round_even_f32, row, 0);
    case PTX_RZI: return step(decoder, wide ? LANE_round_zero_f64 : LANE_round_zero_f32, row, 0);
    case PTX_RMI: return step(decoder, wide ? LANE_round_down_f64 : LANE_round_down_f32, row, 0);
    case PTX_RPI: return step(decoder, wide ? LANE_round_up_f64 : LANE_round_up_f32, row, 0);
    default: return row;
    }
}

/* The source as f32 or, where *wide becomes true, f64. */
static SimOperand float_source(Decoder *decoder, const PtxInstr *instr, const PtxOperand *operand, PtxType from,
                               bool *wide) {
    *wide = from == PTX_F64 || (from == PTX_F16 && instr->type[0] == PTX_F64);
    SimOperand row = sim_source(decoder, operand, is_half(from) ? PTX_B16 : from);
    if (*wide && from == PTX_F16) /* keeps the payload of a NaN, which the way through f32 does not */
        row = step(decoder, LANE_f64_from_f16, row, 0);
    else if (is_half(from))
        row = step(decoder, from == PTX_F16 ? LANE_f32_from_f16 : LANE_f32_from_bf16, row, 0);
    else if (from == PTX_F32 && (instr->flags & PTX_FTZ))
        row = step(decoder, LANE_flush_f32, row, 0);
    return row;
}

static bool float_to_integer(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0];
    bool wide, to_wide = ptx_type_bytes(to) == 8, to_signed = ptx_type_signed(to);
    SimOperand row = float_source(decoder, instr, &instr->operand[1], instr->type[1], &wide);
    if (instr->round != PTX_RZI) /* for .rzi the conversion itself truncates */
        row = whole(decoder, row, wide, instr->round);
    static const LaneOp op[2][2][2] = {{{LANE_u32_from_f32, LANE_s32_from_f32}, {LANE_u64_from_f32, LANE_s64_from_f32}},
                                       {{LANE_u32_from_f64, LANE_s32_from_f64},
                                        {LANE_u64_from_f64, LANE_s64_from_f64}}};
    if (ptx_type_bytes(to) >= 4) {
        sim_emit_lane(decoder, op[wide][to_wide][to_signed], sim_dest(decoder, &instr->operand[0], to), row, 0, 0);
        return true;
    }
    if (wide)
        finish_narrow(decoder, instr, step(decoder, LANE_small_from_f64, row, range_of(to)));
    else
        finish_narrow(decoder, instr,
                      step(decoder, LANE_clamp_s32_range, step(decoder, LANE_s32_from_f32, row, 0), range_of(to)));
    return true;
}

static bool float_to_float(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0];
    bool wide, to_wide = to == PTX_F64;
    SimOperand row = float_source(decoder, instr, &instr->operand[1], instr->type[1], &wide);
    row = whole(decoder, row, wide, instr->round);
    if (is_half(to)) {
        finish_half(decoder, instr, row, wide, to);
        return true;
    }
    bool ftz = !to_wide && (instr->flags & PTX_FTZ);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], to);
    if (wide != to_wide) {
        LaneOp op = to_wide ? (instr->flags & PTX_FTZ ? LANE_f64_ftz_from_f32 : LANE_f64_from_f32)
                    : ftz   ? LANE_f32_ftz_from_f64
                            : LANE_f32_from_f64;
        emit_rounded(decoder, op, dest, row, to_wide ? PTX_RN : instr->round);
    } else if (ftz) {
        sim_emit_lane(decoder, LANE_flush_f32, dest, row, 0, 0);
    } else {
        sim_emit_lane(decoder, wide ? LANE_mov_64 : LANE_mov_32, dest, row, 0, 0);
    }
    if (instr->flags & PTX_SAT)
        sim_emit_lane(decoder, to_wide ? LANE_saturate_f64 : LANE_saturate_f32, dest, dest, 0, 0);
    return true;
}

/* cvt.f16x2.f32 d, a, b: a into the upper half. */
static bool to_pair(Decoder *decoder, const PtxInstr *instr) {
    bool bfloat = instr->type[0] == PTX_BF16X2, wide;
    if (instr->type[1] != PTX_F32 || instr->operand_count != 3 || instr->round == PTX_RNA) return false;
    SimOperand half[2];
    for (int i = 0; i < 2; i++) {
        SimOperand row = float_source(decoder, instr, &instr->operand[i + 1], PTX_F32, &wide);
        half[i] = step(decoder, bfloat ? LANE_bf16_from_f32 : LANE_f16_from_f32, row, instr->round);
    }
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    sim_emit_lane(decoder, LANE_pack_16, dest, half[1], half[0], 0);
    int64_t k = HALF_PAIR | (instr->flags & PTX_SAT ? HALF_SAT : 0) | (instr->flags & PTX_RELU ? HALF_RELU : 0) |
                (bfloat ? HALF_BFLOAT : 0);
    if (instr->flags & (PTX_SAT | PTX_RELU)) sim_emit_lane(decoder, LANE_modify_f16, dest, dest, 0, 0)->imm = k;
    return true;
}

/* cvt.pack.sat.u16.s32 d, a, b: both clamped, a above b. With bytes there is a third operand, which moves up by 16
 * bits. */
bool sim_decode_pack(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0], from = instr->type[1];
    int bytes = ptx_type_bytes(to);
    if (ptx_type_float(to) || bytes < 1 || bytes > 2 || from != PTX_S32 || !(instr->flags & PTX_SAT) ||
        instr->operand_count != (bytes == 1 ? 4 : 3) || (instr->type[2] == PTX_B32) != (bytes == 1))
        return false;
    SimOperand part[2], joined = sim_temporary(decoder),
                        c = bytes == 1 ? sim_source(decoder, &instr->operand[3], PTX_B32) : 0;
    for (int i = 0; i < 2; i++) part[i] = clamped(decoder, sim_source(decoder, &instr->operand[i + 1], from), from, to);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    if (bytes == 2) {
        sim_emit_lane(decoder, LANE_pack_16, dest, part[1], part[0], 0);
        return true;
    }
    sim_emit_lane(decoder, LANE_pack_8, joined, part[1], part[0], 0);
    sim_emit_lane(decoder, LANE_pack_16, dest, joined, c, 0);
    return true;
}

static bool convertible(PtxType type) {
    switch (type) {
    case PTX_U8:
    case PTX_U16:
    case PTX_U32:
    case PTX_U64:
    case PTX_S8:
    case PTX_S16:
    case PTX_S32:
    case PTX_S64:
    case PTX_F16:
    case PTX_BF16:
    case PTX_F32:
    case PTX_F64: return true;
    default: return false;
    }
}

bool sim_decode_convert(Decoder *decoder, const PtxInstr *instr) {
    PtxType to = instr->type[0], from = instr->type[1];
    if (to == PTX_F16X2 || to == PTX_BF16X2) return to_pair(decoder, instr);
    if (!convertible(to) || !convertible(from) || instr->operand_count != 2 || instr->round == PTX_RNA) return false;
    if ((instr->flags & PTX_RELU) && !is_half(to)) return false;
    if (ptx_type_float(to))
        return ptx_type_float(from) ? float_to_float(decoder, instr) : integer_to_float(decoder, instr);
    return ptx_type_float(from) ? float_to_integer(decoder, instr) : integer_to_integer(decoder, instr);
}
