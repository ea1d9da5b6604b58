/* Integer arithmetic, logic, shifts and bit fields. */
#include "sim/load/load.h"

enum { KIND_16, KIND_32, KIND_64 };

/* 16, 32 or 64 bits: the index of a row in the tables below; -1 for other types. */
static int width_index(PtxType type) {
    switch (ptx_type_bytes(type)) {
    case 2: return KIND_16;
    case 4: return KIND_32;
    case 8: return KIND_64;
    default: return -1;
    }
}

static bool emit_simple(Decoder *decoder, const PtxInstr *instr, LaneOp op, PtxType dest, int sources,
                        const PtxType types[4]) {
    SimOperand source[4] = {0};
    if (instr->operand_count < sources + 1) return false;
    for (int i = 0; i < sources; i++) source[i] = sim_source(decoder, &instr->operand[i + 1], types[i]);
    SimInstr *out =
        sim_emit_lane(decoder, op, sim_dest(decoder, &instr->operand[0], dest), source[0], source[1], source[2]);
    out->d = source[3];
    return true;
}

/* All operands and the result have the instruction's type. */
static bool emit_same(Decoder *decoder, const PtxInstr *instr, LaneOp op, int sources) {
    PtxType type = instr->type[0];
    return emit_simple(decoder, instr, op, type, sources, (PtxType[4]){type, type, type, type});
}

static PtxType wide_type(PtxType type) {
    switch (type) {
    case PTX_U16: return PTX_U32;
    case PTX_S16: return PTX_S32;
    case PTX_U32: return PTX_U64;
    default: return PTX_S64;
    }
}

static bool decode_multiply(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp low[] = {LANE_mul_lo_16, LANE_mul_lo_32, LANE_mul_lo_64};
    static const LaneOp high[2][3] = {{LANE_mul_hi_u16, LANE_mul_hi_u32, LANE_mul_hi_u64},
                                      {LANE_mul_hi_s16, LANE_mul_hi_s32, LANE_mul_hi_s64}};
    static const LaneOp wide[2][2] = {{LANE_mul_wide_u16, LANE_mul_wide_u32}, {LANE_mul_wide_s16, LANE_mul_wide_s32}};
    PtxType type = instr->type[0];
    int width = width_index(type), is_signed = ptx_type_signed(type);
    if (width < 0) return false;
    switch (instr->part) {
    case PTX_MUL_HI: return emit_same(decoder, instr, high[is_signed][width], 2);
    case PTX_MUL_WIDE:
        return width != KIND_64 &&
               emit_simple(decoder, instr, wide[is_signed][width], wide_type(type), 2, (PtxType[4]){type, type});
    default: return emit_same(decoder, instr, low[width], 2);
    }
}

static bool emit_carry(Decoder *decoder, PtxType type, SimOperand dest, SimOperand a, SimOperand b, int64_t mode) {
    LaneOp op = width_index(type) == KIND_64 ? LANE_add_carry_64 : LANE_add_carry_32;
    sim_emit_lane(decoder, op, dest, a, b, 0)->imm = mode;
    return true;
}

/* The product goes to a temporary first where the sum needs the carry flag or there is no fused operation. */
static bool decode_multiply_add(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp low[] = {LANE_mad_lo_16, LANE_mad_lo_32, LANE_mad_lo_64};
    static const LaneOp low_product[] = {LANE_mul_lo_16, LANE_mul_lo_32, LANE_mul_lo_64};
    static const LaneOp high_product[2][3] = {{LANE_mul_hi_u16, LANE_mul_hi_u32, LANE_mul_hi_u64},
                                              {LANE_mul_hi_s16, LANE_mul_hi_s32, LANE_mul_hi_s64}};
    static const LaneOp sum[] = {LANE_add_16, LANE_add_32, LANE_add_64};
    static const LaneOp wide[2][2] = {{LANE_mad_wide_u16, LANE_mad_wide_u32}, {LANE_mad_wide_s16, LANE_mad_wide_s32}};
    PtxType type = instr->type[0];
    int width = width_index(type), is_signed = ptx_type_signed(type);
    bool carries = instr->op == PTX_OP_MADC || (instr->flags & PTX_CC);
    if (width < 0 || (carries && width == KIND_16)) return false;
    if (instr->part == PTX_MUL_WIDE)
        return width != KIND_64 && emit_simple(decoder, instr, wide[is_signed][width], wide_type(type), 3,
                                               (PtxType[4]){type, type, wide_type(type)});
    if (instr->flags & PTX_SAT)
        return type == PTX_S32 && instr->part == PTX_MUL_HI && emit_same(decoder, instr, LANE_mad_hi_sat_s32, 3);
    if (instr->part != PTX_MUL_HI && !carries) return emit_same(decoder, instr, low[width], 3);
    SimOperand product = sim_temporary(decoder), a = sim_source(decoder, &instr->operand[1], type);
    SimOperand b = sim_source(decoder, &instr->operand[2], type), c = sim_source(decoder, &instr->operand[3], type);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], type);
    sim_emit_lane(decoder, instr->part == PTX_MUL_HI ? high_product[is_signed][width] : low_product[width], product, a,
                  b, 0);
    if (carries)
        return emit_carry(decoder, type, dest, product, c,
                          (instr->op == PTX_OP_MADC ? 1 : 0) | (instr->flags & PTX_CC ? 2 : 0));
    sim_emit_lane(decoder, sum[width], dest, product, c, 0);
    return true;
}

static bool decode_add(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp plain[2][3] = {{LANE_add_16, LANE_add_32, LANE_add_64},
                                       {LANE_sub_16, LANE_sub_32, LANE_sub_64}};
    PtxType type = instr->type[0];
    bool subtract = instr->op == PTX_OP_SUB || instr->op == PTX_OP_SUBC;
    bool carry_in = instr->op == PTX_OP_ADDC || instr->op == PTX_OP_SUBC;
    if (type == PTX_U16X2 || type == PTX_S16X2) return !subtract && emit_same(decoder, instr, LANE_add_16x2, 2);
    int width = width_index(type);
    if (width < 0) return false;
    if (carry_in || (instr->flags & PTX_CC)) {
        if (width == KIND_16) return false;
        SimOperand a = sim_source(decoder, &instr->operand[1], type), b = sim_source(decoder, &instr->operand[2], type);
        return emit_carry(decoder, type, sim_dest(decoder, &instr->operand[0], type), a, b,
                          (carry_in ? 1 : 0) | (instr->flags & PTX_CC ? 2 : 0) | (subtract ? 4 : 0));
    }
    if (instr->flags & PTX_SAT)
        return type == PTX_S32 && emit_same(decoder, instr, subtract ? LANE_sub_sat_s32 : LANE_add_sat_s32, 2);
    return emit_same(decoder, instr, plain[subtract][width], 2);
}

static bool decode_by_sign(Decoder *decoder, const PtxInstr *instr, const LaneOp table[2][3], int sources) {
    int width = width_index(instr->type[0]);
    return width >= 0 && emit_same(decoder, instr, table[ptx_type_signed(instr->type[0])][width], sources);
}

static bool decode_min_max(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp smaller[2][3] = {{LANE_min_u16, LANE_min_u32, LANE_min_u64},
                                         {LANE_min_s16, LANE_min_s32, LANE_min_s64}};
    static const LaneOp larger[2][3] = {{LANE_max_u16, LANE_max_u32, LANE_max_u64},
                                        {LANE_max_s16, LANE_max_s32, LANE_max_s64}};
    bool least = instr->op == PTX_OP_MIN;
    PtxType type = instr->type[0];
    if (instr->operand_count != 3) return false;
    if (instr->flags & PTX_RELU) {
        if (type != PTX_S32 && type != PTX_S16X2) return false;
        SimOperand result = sim_temporary(decoder), a = sim_source(decoder, &instr->operand[1], type);
        SimOperand b = sim_source(decoder, &instr->operand[2], type), zero = sim_constant(decoder, 0, 4);
        bool pair = type == PTX_S16X2;
        LaneOp larger_op = pair ? LANE_max_s16x2 : LANE_max_s32, smaller_op = pair ? LANE_min_s16x2 : LANE_min_s32;
        sim_emit_lane(decoder, least ? smaller_op : larger_op, result, a, b, 0);
        sim_emit_lane(decoder, larger_op, sim_dest(decoder, &instr->operand[0], type), result, zero, 0);
        return true;
    }
    switch (type) {
    case PTX_U16X2: return emit_same(decoder, instr, least ? LANE_min_u16x2 : LANE_max_u16x2, 2);
    case PTX_S16X2: return emit_same(decoder, instr, least ? LANE_min_s16x2 : LANE_max_s16x2, 2);
    default: return decode_by_sign(decoder, instr, least ? smaller : larger, 2);
    }
}

/* Results of 32 bits whatever the operand's width. */
static bool decode_count(Decoder *decoder, const PtxInstr *instr, LaneOp narrow, LaneOp wide, int64_t k) {
    PtxType type = instr->type[0];
    int width = width_index(type);
    if (width != KIND_32 && width != KIND_64) return false;
    emit_simple(decoder, instr, width == KIND_32 ? narrow : wide, PTX_U32, 1, (PtxType[4]){type});
    decoder->code.at[decoder->code.count - 1].imm = k;
    return true;
}

static bool decode_bits(Decoder *decoder, const PtxInstr *instr) {
    PtxType type = instr->type[0];
    int width = width_index(type), is_signed = ptx_type_signed(type);
    bool wrap = (instr->flags & PTX_WRAP) != 0, wide = width == KIND_64;
    int64_t shift_amount = (instr->flags & PTX_SHIFTAMT) ? 1 : 0;
    switch (instr->op) {
    case PTX_OP_POPC: return decode_count(decoder, instr, LANE_popc_32, LANE_popc_64, 0);
    case PTX_OP_CLZ: return decode_count(decoder, instr, LANE_clz_32, LANE_clz_64, 0);
    case PTX_OP_BFIND:
        return is_signed ? decode_count(decoder, instr, LANE_bfind_s32, LANE_bfind_s64, shift_amount)
                         : decode_count(decoder, instr, LANE_bfind_u32, LANE_bfind_u64, shift_amount);
    case PTX_OP_FNS: return emit_simple(decoder, instr, LANE_fns, PTX_B32, 3, (PtxType[4]){PTX_B32, PTX_B32, PTX_S32});
    case PTX_OP_BREV: return emit_same(decoder, instr, wide ? LANE_brev_64 : LANE_brev_32, 1);
    case PTX_OP_BFE:
        return emit_simple(decoder, instr,
                           wide        ? (is_signed ? LANE_bfe_s64 : LANE_bfe_u64)
                           : is_signed ? LANE_bfe_s32
                                       : LANE_bfe_u32,
                           type, 3, (PtxType[4]){type, PTX_U32, PTX_U32});
    case PTX_OP_BFI:
        return emit_simple(decoder, instr, wide ? LANE_bfi_64 : LANE_bfi_32, type, 4,
                           (PtxType[4]){type, type, PTX_U32, PTX_U32});
    case PTX_OP_BMSK: return emit_same(decoder, instr, wrap ? LANE_bmsk_wrap : LANE_bmsk_clamp, 2);
    default: return false;
    }
}

static bool decode_sign_extension(Decoder *decoder, const PtxInstr *instr) {
    bool is_signed = ptx_type_signed(instr->type[0]);
    SimOperand a = sim_source(decoder, &instr->operand[1], PTX_U32),
               b = sim_source(decoder, &instr->operand[2], PTX_U32);
    if (instr->flags & PTX_WRAP) {
        SimOperand masked = sim_temporary(decoder);
        sim_emit_lane(decoder, LANE_and_32, masked, b, sim_constant(decoder, 31, 4), 0);
        b = masked;
    }
    sim_emit_lane(decoder, is_signed ? LANE_szext_s32 : LANE_szext_u32,
                  sim_dest(decoder, &instr->operand[0], instr->type[0]), a, b, 0);
    return true;
}

static bool decode_dot(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp four[2][2] = {{LANE_dp4a_uu, LANE_dp4a_us}, {LANE_dp4a_su, LANE_dp4a_ss}};
    bool a_signed = ptx_type_signed(instr->type[0]), b_signed = ptx_type_signed(instr->type[1]);
    static const PtxType types[4] = {PTX_B32, PTX_B32, PTX_B32};
    if (instr->op == PTX_OP_DP4A) return emit_simple(decoder, instr, four[a_signed][b_signed], PTX_B32, 3, types);
    if (!emit_simple(decoder, instr, LANE_dp2a, PTX_B32, 3, types)) return false;
    decoder->code.at[decoder->code.count - 1].imm =
        (a_signed ? 1 : 0) | (b_signed ? 2 : 0) | (instr->part == PTX_MUL_HI ? 4 : 0);
    return true;
}

static bool decode_24(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp product[2][2] = {{LANE_mul24_lo_u32, LANE_mul24_hi_u32},
                                         {LANE_mul24_lo_s32, LANE_mul24_hi_s32}};
    PtxType type = instr->type[0];
    LaneOp op = product[ptx_type_signed(type)][instr->part == PTX_MUL_HI];
    if (instr->op == PTX_OP_MUL24) return emit_same(decoder, instr, op, 2);
    SimOperand a = sim_source(decoder, &instr->operand[1], type), b = sim_source(decoder, &instr->operand[2], type);
    SimOperand c = sim_source(decoder, &instr->operand[3], type), middle = sim_temporary(decoder);
    sim_emit_lane(decoder, op, middle, a, b, 0);
    sim_emit_lane(decoder, instr->flags & PTX_SAT ? LANE_add_sat_s32 : LANE_add_32,
                  sim_dest(decoder, &instr->operand[0], type), middle, c, 0);
    return true;
}

bool sim_decode_integer(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp quotient[2][3] = {{LANE_div_u16, LANE_div_u32, LANE_div_u64},
                                          {LANE_div_s16, LANE_div_s32, LANE_div_s64}};
    static const LaneOp remainder[2][3] = {{LANE_rem_u16, LANE_rem_u32, LANE_rem_u64},
                                           {LANE_rem_s16, LANE_rem_s32, LANE_rem_s64}};
    static const LaneOp difference[2][3] = {{LANE_sad_u16, LANE_sad_u32, LANE_sad_u64},
                                            {LANE_sad_s16, LANE_sad_s32, LANE_sad_s64}};
    static const LaneOp absolute[] = {LANE_abs_s16, LANE_abs_s32, LANE_abs_s64};
    static const LaneOp negative[] = {LANE_neg_16, LANE_neg_32, LANE_neg_64};
    const PtxFlags of_floats = PTX_FTZ | PTX_APPROX | PTX_FULL | PTX_NAN_MODE | PTX_ABS | PTX_XORSIGN;
    int width = width_index(instr->type[0]);
    if ((instr->flags & of_floats) || instr->round != PTX_ROUND_NONE) return false;
    switch (instr->op) {
    case PTX_OP_ADD:
    case PTX_OP_ADDC:
    case PTX_OP_SUB:
    case PTX_OP_SUBC: return decode_add(decoder, instr);
    case PTX_OP_MUL: return decode_multiply(decoder, instr);
    case PTX_OP_MAD:
    case PTX_OP_MADC: return decode_multiply_add(decoder, instr);
    case PTX_OP_MUL24:
    case PTX_OP_MAD24: return decode_24(decoder, instr);
    case PTX_OP_SAD: return decode_by_sign(decoder, instr, difference, 3);
    case PTX_OP_DIV: return decode_by_sign(decoder, instr, quotient, 2);
    case PTX_OP_REM: return decode_by_sign(decoder, instr, remainder, 2);
    case PTX_OP_ABS: return width >= 0 && emit_same(decoder, instr, absolute[width], 1);
    case PTX_OP_NEG: return width >= 0 && emit_same(decoder, instr, negative[width], 1);
    case PTX_OP_MIN:
    case PTX_OP_MAX: return decode_min_max(decoder, instr);
    case PTX_OP_SZEXT: return decode_sign_extension(decoder, instr);
    case PTX_OP_DP4A:
    case PTX_OP_DP2A: return decode_dot(decoder, instr);
    default: return decode_bits(decoder, instr);
    }
}

/* ---- logic and shifts -------------------------------------------------------------------------------------------- */

/* Predicates are masks: and, or, xor, not of them are truth tables. */
static bool decode_predicate_logic(Decoder *decoder, const PtxInstr *instr) {
    int64_t table;
    switch (instr->op) {
    case PTX_OP_AND: table = 0xf0 & 0xcc; break;
    case PTX_OP_OR: table = 0xf0 | 0xcc; break;
    case PTX_OP_XOR: table = 0xf0 ^ 0xcc; break;
    case PTX_OP_NOT: table = 0x0f; break;
    default: return false;
    }
    uint32_t a = sim_source_predicate(decoder, &instr->operand[1]);
    uint32_t b = instr->op == PTX_OP_NOT ? a : sim_source_predicate(decoder, &instr->operand[2]);
    sim_emit_lane(decoder, LANE_predicate_logic, sim_dest_predicate(decoder, &instr->operand[0]), a, b, 0)->imm = table;
    return true;
}

static bool decode_look_up(Decoder *decoder, const PtxInstr *instr) {
    uint64_t table;
    if (!sim_constant_value(decoder, &instr->operand[4], PTX_U32, &table)) return false;
    SimOperand source[3];
    for (int i = 0; i < 3; i++) source[i] = sim_source(decoder, &instr->operand[i + 1], PTX_B32);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    sim_emit_lane(decoder, LANE_lop3, dest, source[0], source[1], source[2])->imm = (int64_t)(table & 255);
    if (instr->boolean == PTX_BOOL_NONE) return true;
    uint32_t other = sim_source_predicate(decoder, &instr->operand[5]),
             result = sim_dest_predicate(decoder, &instr->also);
    uint32_t nonzero = sim_temporary_predicate(decoder);
    sim_emit_lane(decoder, LANE_predicate_from_row, nonzero, dest, 0, 0);
    sim_emit_lane(decoder, LANE_predicate_logic, result, nonzero, other, 0)->imm = instr->boolean == PTX_AND  ? 0xc0
                                                                                   : instr->boolean == PTX_OR ? 0xfc
                                                                                                              : 0x3c;
    return true;
}

static bool decode_shift(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp left[] = {LANE_shl_16, LANE_shl_32, LANE_shl_64};
    static const LaneOp right[2][3] = {{LANE_shr_u16, LANE_shr_u32, LANE_shr_u64},
                                       {LANE_shr_s16, LANE_shr_s32, LANE_shr_s64}};
    PtxType type = instr->type[0];
    int width = width_index(type);
    if (width < 0) return false;
    LaneOp op = instr->op == PTX_OP_SHL ? left[width] : right[ptx_type_signed(type)][width];
    return emit_simple(decoder, instr, op, type, 2, (PtxType[4]){type, PTX_U32});
}

static bool decode_funnel(Decoder *decoder, const PtxInstr *instr) {
    bool wrap = (instr->flags & PTX_WRAP) != 0;
    LaneOp op = instr->mode == PTX_SHF_L ? (wrap ? LANE_shf_l_wrap : LANE_shf_l_clamp)
                                         : (wrap ? LANE_shf_r_wrap : LANE_shf_r_clamp);
    return emit_same(decoder, instr, op, 3);
}

static bool decode_permute(Decoder *decoder, const PtxInstr *instr) {
    if (!emit_same(decoder, instr, instr->mode == PTX_MODE_NONE ? LANE_prmt : LANE_prmt_mode, 3)) return false;
    decoder->code.at[decoder->code.count - 1].imm = instr->mode;
    return true;
}

bool sim_decode_logic(Decoder *decoder, const PtxInstr *instr) {
    static const LaneOp not_zero[] = {LANE_cnot_16, LANE_cnot_32, LANE_cnot_64};
    if (instr->type[0] == PTX_PRED) return decode_predicate_logic(decoder, instr);
    int width = width_index(instr->type[0]);
    if (width < 0) return false;
    bool wide = width == KIND_64;
    switch (instr->op) {
    case PTX_OP_AND: return emit_same(decoder, instr, wide ? LANE_and_64 : LANE_and_32, 2);
    case PTX_OP_OR: return emit_same(decoder, instr, wide ? LANE_or_64 : LANE_or_32, 2);
    case PTX_OP_XOR: return emit_same(decoder, instr, wide ? LANE_xor_64 : LANE_xor_32, 2);
    case PTX_OP_NOT: return emit_same(decoder, instr, wide ? LANE_not_64 : LANE_not_32, 1);
    case PTX_OP_CNOT: return emit_same(decoder, instr, not_zero[width], 1);
    case PTX_OP_LOP3: return decode_look_up(decoder, instr);
    case PTX_OP_SHF: return decode_funnel(decoder, instr);
    case PTX_OP_SHL:
    case PTX_OP_SHR: return decode_shift(decoder, instr);
    case PTX_OP_PRMT: return decode_permute(decoder, instr);
    default: return false;
    }
}
