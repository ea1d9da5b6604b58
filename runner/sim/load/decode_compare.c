/* Comparisons and selections. */
#include "ptx/half.h"
#include "sim/load/load.h"

typedef struct Comparison {
    LaneOp op;
    bool swapped; /* a > b is b < a */
} Comparison;

/* Rows: eq ne lt le; the ordered ones of 16, 32, 64 bits. */
static bool find_integer(PtxType type, PtxCompare compare, Comparison *found) {
    static const LaneOp equal[] = {LANE_eq_16, LANE_eq_32, LANE_eq_64},
                        unequal[] = {LANE_ne_16, LANE_ne_32, LANE_ne_64};
    static const LaneOp less[2][3] = {{LANE_lt_u16, LANE_lt_u32, LANE_lt_u64}, {LANE_lt_s16, LANE_lt_s32, LANE_lt_s64}};
    static const LaneOp at_most[2][3] = {{LANE_le_u16, LANE_le_u32, LANE_le_u64},
                                         {LANE_le_s16, LANE_le_s32, LANE_le_s64}};
    int bytes = ptx_type_bytes(type), width = bytes == 2 ? 0 : bytes == 4 ? 1 : 2;
    bool is_signed = ptx_type_signed(type);
    if (bytes < 2 || bytes > 8) return false;
    switch (compare) {
    case PTX_EQ: *found = (Comparison){equal[width], false}; return true;
    case PTX_NE: *found = (Comparison){unequal[width], false}; return true;
    case PTX_LT: *found = (Comparison){less[is_signed][width], false}; return true;
    case PTX_LE: *found = (Comparison){at_most[is_signed][width], false}; return true;
    case PTX_GT: *found = (Comparison){less[is_signed][width], true}; return true;
    case PTX_GE: *found = (Comparison){at_most[is_signed][width], true}; return true;
    case PTX_LO: *found = (Comparison){less[0][width], false}; return true;
    case PTX_LS: *found = (Comparison){at_most[0][width], false}; return true;
    case PTX_HI: *found = (Comparison){less[0][width], true}; return true;
    case PTX_HS: *found = (Comparison){at_most[0][width], true}; return true;
    default: return false;
    }
}

static bool find_float(bool single, PtxCompare compare, Comparison *found) {
    switch (compare) {
    case PTX_EQ: *found = (Comparison){single ? LANE_eq_f32 : LANE_eq_f64, false}; return true;
    case PTX_NE: *found = (Comparison){single ? LANE_ne_f32 : LANE_ne_f64, false}; return true;
    case PTX_LT: *found = (Comparison){single ? LANE_lt_f32 : LANE_lt_f64, false}; return true;
    case PTX_LE: *found = (Comparison){single ? LANE_le_f32 : LANE_le_f64, false}; return true;
    case PTX_GT: *found = (Comparison){single ? LANE_lt_f32 : LANE_lt_f64, true}; return true;
    case PTX_GE: *found = (Comparison){single ? LANE_le_f32 : LANE_le_f64, true}; return true;
    case PTX_EQU: *found = (Comparison){single ? LANE_equ_f32 : LANE_equ_f64, false}; return true;
    case PTX_NEU: *found = (Comparison){single ? LANE_neu_f32 : LANE_neu_f64, false}; return true;
    case PTX_LTU: *found = (Comparison){single ? LANE_ltu_f32 : LANE_ltu_f64, false}; return true;
    case PTX_LEU: *found = (Comparison){single ? LANE_leu_f32 : LANE_leu_f64, false}; return true;
    case PTX_GTU: *found = (Comparison){single ? LANE_ltu_f32 : LANE_ltu_f64, true}; return true;
    case PTX_GEU: *found = (Comparison){single ? LANE_leu_f32 : LANE_leu_f64, true}; return true;
    case PTX_NUM: *found = (Comparison){single ? LANE_num_f32 : LANE_num_f64, false}; return true;
    case PTX_NAN: *found = (Comparison){single ? LANE_nan_f32 : LANE_nan_f64, false}; return true;
    default: return false;
    }
}

static SimOperand unary(Decoder *decoder, LaneOp op, SimOperand row) {
    SimOperand temporary = sim_temporary(decoder);
    sim_emit_lane(decoder, op, temporary, row, 0, 0);
    return temporary;
}

/* The low half of a row as f32, which holds both 16-bit formats exactly. */
static SimOperand widened(Decoder *decoder, const PtxInstr *instr, SimOperand row, bool bfloat) {
    if (instr->flags & PTX_FTZ) {
        row = unary(decoder, LANE_modify_f16, row);
        decoder->code.at[decoder->code.count - 1].imm = HALF_FTZ | (bfloat ? HALF_BFLOAT : 0);
    }
    return unary(decoder, bfloat ? LANE_f32_from_bf16 : LANE_f32_from_f16, row);
}

/* Compares operands 1 and 2; 16-bit floats are compared as f32. */
static bool emit_comparison(Decoder *decoder, const PtxInstr *instr, PtxType type, uint32_t dest) {
    bool half = type == PTX_F16 || type == PTX_BF16, single = type == PTX_F32 || half;
    Comparison found;
    if (single || type == PTX_F64 ? !find_float(single, instr->compare, &found)
                                  : !find_integer(type, instr->compare, &found))
        return false;
    SimOperand source[2];
    for (int i = 0; i < 2; i++) {
        source[i] = sim_source(decoder, &instr->operand[i + 1], half ? PTX_B16 : type);
        if (half) source[i] = widened(decoder, instr, source[i], type == PTX_BF16);
        if (type == PTX_F32 && (instr->flags & PTX_FTZ)) source[i] = unary(decoder, LANE_flush_f32, source[i]);
    }
    sim_emit_lane(decoder, found.op, dest, source[found.swapped], source[!found.swapped], 0);
    return true;
}

/* Truth tables over (comparison, joined predicate): entry bits are 4 a + 2 b + c. */
static int64_t join_table(PtxBool boolean, bool complement) {
    int64_t a = complement ? 0x0f : 0xf0, b = 0xcc;
    switch (boolean) {
    case PTX_AND: return a & b;
    case PTX_OR: return a | b;
    case PTX_XOR: return a ^ b;
    default: return a;
    }
}

static bool is_pair(PtxType type) {
    return type == PTX_F16X2 || type == PTX_BF16X2;
}

/* Compares the lower and the upper halves of operands 1 and 2 into raw[0] and raw[1]. */
static bool emit_pair_comparison(Decoder *decoder, const PtxInstr *instr, PtxType type, const uint32_t raw[2]) {
    bool bfloat = type == PTX_BF16X2;
    SimOperand half[2][2];
    Comparison found;
    if (!find_float(true, instr->compare, &found)) return false;
    for (int i = 0; i < 2; i++) {
        SimOperand both = sim_source(decoder, &instr->operand[i + 1], PTX_B32);
        half[0][i] = widened(decoder, instr, both, bfloat);
        half[1][i] = widened(decoder, instr, unary(decoder, LANE_unpack_high_16, both), bfloat);
    }
    for (int i = 0; i < 2; i++)
        sim_emit_lane(decoder, found.op, raw[i], half[i][found.swapped], half[i][!found.swapped], 0);
    return true;
}

static bool decode_pair_compare(Decoder *decoder, const PtxInstr *instr) {
    bool joined = instr->boolean != PTX_BOOL_NONE;
    uint32_t raw[2] = {sim_temporary_predicate(decoder), sim_temporary_predicate(decoder)},
             kept = sim_temporary_predicate(decoder);
    if ((joined && instr->operand_count != 4) || !emit_pair_comparison(decoder, instr, (PtxType)instr->type[0], raw))
        return false;
    /* The first result may be the predicate that is joined: its value is kept for the second. */
    uint32_t other = joined ? sim_source_predicate(decoder, &instr->operand[3]) : raw[0];
    uint32_t dest[2] = {sim_dest_predicate(decoder, &instr->operand[0]), sim_dest_predicate(decoder, &instr->also)};
    sim_emit_lane(decoder, LANE_predicate_logic, kept, other, other, 0)->imm = 0xf0;
    for (int i = 0; i < 2; i++)
        sim_emit_lane(decoder, LANE_predicate_logic, dest[i], raw[i], kept, 0)->imm = join_table(instr->boolean, false);
    return true;
}

static bool decode_set_predicate(Decoder *decoder, const PtxInstr *instr) {
    bool joined = instr->boolean != PTX_BOOL_NONE, second = instr->also.kind == PTX_OPERAND_REG;
    if (instr->type[0] == PTX_F16X2 || instr->type[0] == PTX_BF16X2) return decode_pair_compare(decoder, instr);
    if (!joined && !second)
        return emit_comparison(decoder, instr, instr->type[0], sim_dest_predicate(decoder, &instr->operand[0]));
    if (joined && instr->operand_count != 4) return false;
    uint32_t other = joined ? sim_source_predicate(decoder, &instr->operand[3]) : 0,
             raw = sim_temporary_predicate(decoder);
    if (!emit_comparison(decoder, instr, instr->type[0], raw)) return false;
    if (!joined) other = raw;
    /* The second result may be the predicate that is joined: the first result waits in a temporary. */
    uint32_t first = sim_temporary_predicate(decoder);
    sim_emit_lane(decoder, LANE_predicate_logic, first, raw, other, 0)->imm = join_table(instr->boolean, false);
    if (second)
        sim_emit_lane(decoder, LANE_predicate_logic, sim_dest_predicate(decoder, &instr->also), raw, other, 0)->imm =
            join_table(instr->boolean, true);
    sim_emit_lane(decoder, LANE_predicate_logic, sim_dest_predicate(decoder, &instr->operand[0]), first, first, 0)
        ->imm = 0xf0;
    return true;
}

/* The value that set writes where the comparison holds: 1.0 of a float type, else all ones. False for types that it
 * cannot write. */
static bool set_value(PtxType type, uint32_t *value) {
    switch (type) {
    case PTX_U32:
    case PTX_S32: *value = 0xffffffff; return true;
    case PTX_U16:
    case PTX_S16: *value = 0xffff; return true;
    case PTX_F32: *value = 0x3f800000; return true;
    case PTX_F16:
    case PTX_F16X2: *value = 0x3c00; return true;
    case PTX_BF16:
    case PTX_BF16X2: *value = 0x3f80; return true;
    default: return false;
    }
}

static void emit_set(Decoder *decoder, SimOperand dest, uint32_t predicate, uint32_t value) {
    SimInstr *out = sim_emit_lane(decoder, LANE_row_from_predicate, dest, 0, 0, 0);
    out->guard = predicate;
    out->imm = value;
}

static bool decode_set(Decoder *decoder, const PtxInstr *instr) {
    uint32_t raw[2] = {sim_temporary_predicate(decoder), sim_temporary_predicate(decoder)}, value;
    PtxType result = instr->type[0], type = instr->type[1];
    bool joined = instr->boolean != PTX_BOOL_NONE, pair = is_pair(type);
    bool words = result == PTX_U32 || result == PTX_S32;
    if (!set_value(result, &value) || (joined && instr->operand_count != 4) ||
        (pair ? result != type && !words : is_pair(result)))
        return false;
    uint32_t other = joined ? sim_source_predicate(decoder, &instr->operand[3]) : 0;
    if (pair ? !emit_pair_comparison(decoder, instr, type, raw) : !emit_comparison(decoder, instr, type, raw[0]))
        return false;
    for (int i = 0; joined && i <= pair; i++)
        sim_emit_lane(decoder, LANE_predicate_logic, raw[i], raw[i], other, 0)->imm = join_table(instr->boolean, false);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], pair ? PTX_B32 : result);
    if (!pair) {
        emit_set(decoder, dest, raw[0], value);
        return true;
    }
    SimOperand half[2] = {sim_temporary(decoder), sim_temporary(decoder)};
    for (int i = 0; i < 2; i++) emit_set(decoder, half[i], raw[i], (value & 0xffff) << 16 * i);
    sim_emit_lane(decoder, LANE_or_32, dest, half[0], half[1], 0);
    return true;
}

static void emit_selection(Decoder *decoder, const PtxInstr *instr, uint32_t predicate) {
    PtxType type = instr->type[0];
    SimOperand a = sim_source(decoder, &instr->operand[1], type), b = sim_source(decoder, &instr->operand[2], type);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], type);
    sim_emit_lane(decoder, sim_row_bytes(type) == 8 ? LANE_select_64 : LANE_select_32, dest, a, b, 0)->guard =
        predicate;
}

static bool decode_select_by_sign(Decoder *decoder, const PtxInstr *instr) {
    PtxType type = instr->type[1];
    uint32_t chosen = sim_temporary_predicate(decoder);
    SimOperand selector = sim_source(decoder, &instr->operand[3], type), zero = sim_constant(decoder, 0, 4);
    if (type == PTX_F32 && (instr->flags & PTX_FTZ)) selector = unary(decoder, LANE_flush_f32, selector);
    sim_emit_lane(decoder, type == PTX_F32 ? LANE_le_f32 : LANE_le_s32, chosen, zero, selector, 0);
    emit_selection(decoder, instr, chosen);
    return true;
}

static bool decode_test(Decoder *decoder, const PtxInstr *instr) {
    bool single = instr->type[0] == PTX_F32;
    SimOperand value = sim_source(decoder, &instr->operand[1], instr->type[0]);
    SimOperand property = sim_constant(decoder, instr->mode, single ? 4 : 8);
    sim_emit_lane(decoder, single ? LANE_testp_32 : LANE_testp_64, sim_dest_predicate(decoder, &instr->operand[0]),
                  value, property, 0);
    return true;
}

bool sim_decode_compare(Decoder *decoder, const PtxInstr *instr) {
    switch (instr->op) {
    case PTX_OP_SETP: return decode_set_predicate(decoder, instr);
    case PTX_OP_SET: return decode_set(decoder, instr);
    case PTX_OP_SELP:
        if (sim_row_bytes(instr->type[0]) <= 0) return false;
        emit_selection(decoder, instr, sim_source_predicate(decoder, &instr->operand[3]));
        return true;
    case PTX_OP_SLCT: return decode_select_by_sign(decoder, instr);
    case PTX_OP_TESTP: return decode_test(decoder, instr);
    default: return false;
    }
}
