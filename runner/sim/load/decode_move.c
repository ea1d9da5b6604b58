/* mov with packing and unpacking, addresses between the spaces. */
#include "sim/load/load.h"

/* Joins the parts of a vector operand into one row. */
static bool decode_pack(Decoder *decoder, const PtxInstr *instr, const PtxOperand *vector) {
    int total = ptx_type_bytes(instr->type[0]);
    if (vector->count == 0 || total % (int)vector->count) return false;
    int bytes = total / (int)vector->count;
    SimOperand part[8];
    if (vector->count > 8 || (bytes != 1 && bytes != 2 && bytes != 4) || total > 8) return false;
    for (uint32_t i = 0; i < vector->count; i++)
        part[i] = sim_source(decoder, &vector->elements[i], bytes == 4 ? PTX_B32 : PTX_B16);
    uint32_t count = vector->count;
    for (; count > 1; count /= 2, bytes *= 2) {
        LaneOp op = bytes == 1 ? LANE_pack_8 : bytes == 2 ? LANE_pack_16 : LANE_pack_32;
        for (uint32_t i = 0; i < count / 2; i++) {
            SimOperand joined =
                count == 2 ? sim_dest(decoder, &instr->operand[0], instr->type[0]) : sim_temporary(decoder);
            sim_emit_lane(decoder, op, joined, part[2 * i], part[2 * i + 1], 0);
            part[i] = joined;
        }
    }
    return vector->count > 1;
}

/* Splits one row into parts: into halves, repeatedly, until the parts have their size. */
static bool decode_unpack(Decoder *decoder, const PtxInstr *instr, const PtxOperand *vector) {
    int bytes = ptx_type_bytes(instr->type[0]);
    uint32_t count = 1;
    if (vector->count < 2 || vector->count > 8 || bytes % (int)vector->count || bytes > 8) return false;
    SimOperand part[8] = {sim_source(decoder, &instr->operand[1], instr->type[0])};
    for (; count < vector->count; count *= 2, bytes /= 2) {
        LaneOp high = bytes == 8 ? LANE_unpack_high_32 : bytes == 4 ? LANE_unpack_high_16 : LANE_unpack_high_8;
        for (uint32_t i = count; i-- > 0;) {
            SimOperand row = part[i], low = row, upper = sim_temporary(decoder);
            sim_emit_lane(decoder, high, upper, row, 0, 0);
            if (bytes == 8) {
                low = sim_temporary(decoder);
                sim_emit_lane(decoder, LANE_narrow_64, low, row, 0, 0);
            }
            part[2 * i] = low;
            part[2 * i + 1] = upper;
        }
    }
    if (count != vector->count) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (vector->elements[i].kind == PTX_OPERAND_SINK) continue;
        SimOperand dest = sim_dest(decoder, &vector->elements[i], bytes == 4 ? PTX_B32 : PTX_B16);
        sim_emit_lane(decoder, bytes == 1 ? LANE_zero_extend : LANE_mov_32, dest, part[i], 0, 0)->imm =
            bytes == 1 ? 24 : 0;
    }
    return true;
}

static bool decode_mov(Decoder *decoder, const PtxInstr *instr) {
    const PtxOperand *to = &instr->operand[0], *from = &instr->operand[1];
    PtxType type = instr->type[0];
    if (type == PTX_PRED) {
        uint32_t value = sim_source_predicate(decoder, from);
        sim_emit_lane(decoder, LANE_predicate_logic, sim_dest_predicate(decoder, to), value, value, value)->imm = 0xf0;
        return true;
    }
    if (from->kind == PTX_OPERAND_VECTOR) return to->kind != PTX_OPERAND_VECTOR && decode_pack(decoder, instr, from);
    if (to->kind == PTX_OPERAND_VECTOR) return decode_unpack(decoder, instr, to);
    int bytes = sim_row_bytes(type);
    if (bytes <= 0) return false;
    SimOperand source = sim_source(decoder, from, type);
    sim_emit_lane(decoder, bytes == 8 ? LANE_mov_64 : LANE_mov_32, sim_dest(decoder, to, type), source, 0, 0);
    return true;
}

bool sim_window_base(PtxSpace space, uint64_t *base) {
    switch (space) {
    case PTX_SHARED: *base = SIM_SHARED_BASE; return true;
    case PTX_LOCAL: *base = SIM_LOCAL_BASE; return true;
    case PTX_CONST: *base = SIM_CONST_BASE; return true;
    case PTX_PARAM: *base = SIM_PARAM_BASE; return true;
    case PTX_GLOBAL: *base = 0; return true; /* a global address is the generic one */
    default: return false;
    }
}

static bool decode_to_generic(Decoder *decoder, const PtxInstr *instr) {
    uint64_t base;
    PtxType type = instr->type[0] == PTX_U32 ? PTX_U32 : PTX_U64;
    if (type == PTX_U32 || !sim_window_base(instr->space, &base)) return false;
    SimOperand row = sim_source(decoder, &instr->operand[1], type);
    sim_emit_lane(decoder, LANE_add_constant_64, sim_dest(decoder, &instr->operand[0], type), row, 0, 0)->imm =
        instr->flags & PTX_TO ? -(int64_t)base : (int64_t)base;
    return true;
}

static bool decode_in_space(Decoder *decoder, const PtxInstr *instr) {
    uint64_t base;
    if (!sim_window_base(instr->space, &base)) return false;
    SimOperand row = sim_source(decoder, &instr->operand[1], PTX_U64);
    uint32_t dest = sim_dest_predicate(decoder, &instr->operand[0]);
    if (instr->space == PTX_GLOBAL) /* above all windows, and the heap lies there too */
        sim_emit_lane(decoder, LANE_le_u64, dest, sim_constant(decoder, SIM_GLOBAL_BASE, 8), row, 0);
    else
        sim_emit_lane(decoder, LANE_same_window, dest, row, sim_constant(decoder, base, 8), 0);
    return true;
}

bool sim_decode_policy(Decoder *decoder, const PtxInstr *instr) {
    sim_emit_lane(decoder, LANE_mov_64, sim_dest(decoder, &instr->operand[0], PTX_B64), sim_constant(decoder, 0, 8), 0,
                  0);
    return true;
}

bool sim_decode_move(Decoder *decoder, const PtxInstr *instr) {
    switch (instr->op) {
    case PTX_OP_MOV: return decode_mov(decoder, instr);
    case PTX_OP_CVTA: return decode_to_generic(decoder, instr);
    case PTX_OP_ISSPACEP: return decode_in_space(decoder, instr);
    default: return false;
    }
}
