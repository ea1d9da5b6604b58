/* Operands of PTX instructions as rows: registers, constants of the launch, special registers, temporaries. */
#include <string.h>

#include "base/bits.h"
#include "sim/handlers.h"
#include "sim/load/load.h"

SimInstr *sim_emit(Decoder *decoder, SimHandler run) {
    vec_push(decoder->arena, &decoder->code, (SimInstr){.run = run, .pc = decoder->pc});
    return &decoder->code.at[decoder->code.count - 1];
}

SimInstr *sim_emit_lane(Decoder *decoder, LaneOp op, SimOperand dest, SimOperand a, SimOperand b, SimOperand c) {
    SimInstr *instr = sim_emit(decoder, decoder->lanes->handler[op]);
    instr->dest = dest;
    instr->a = a;
    instr->b = b;
    instr->c = c;
    return instr;
}

SimOperand sim_constant(Decoder *decoder, uint64_t value, int bytes) {
    if (bytes == 4) value &= UINT32_MAX;
    uint64_t hash = (value ^ (uint64_t)bytes) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t *bucket = &decoder->constant_bucket[hash >> 54];
    for (uint32_t at = *bucket; at; at = decoder->constants.at[at - 1].next) {
        const SimConstant *constant = &decoder->constants.at[at - 1];
        if (constant->value == value && constant->bytes == bytes) return SIM_AREA_LAUNCH | constant->offset;
    }
    uint32_t offset = decoder->constant_bytes;
    vec_push(decoder->arena, &decoder->constants,
             (SimConstant){.value = value, .bytes = (uint8_t)bytes, .offset = offset, .next = *bucket});
    *bucket = (uint32_t)decoder->constants.count;
    decoder->constant_bytes += bytes == 8 ? SIM_ROW64 : SIM_ROW32;
    return SIM_AREA_LAUNCH | offset;
}

SimOperand sim_temporary(Decoder *decoder) {
    uint32_t index = decoder->temporaries++;
    if (decoder->temporaries > decoder->temporaries_most) decoder->temporaries_most = decoder->temporaries;
    return SIM_AREA_FRAME | (decoder->rows_size + index * SIM_ROW64);
}

uint32_t sim_temporary_predicate(Decoder *decoder) {
    uint32_t index = decoder->temporary_predicates++;
    if (decoder->temporary_predicates > decoder->temporary_predicates_most)
        decoder->temporary_predicates_most = decoder->temporary_predicates;
    return (decoder->predicates + index) * 2;
}

int sim_row_bytes(PtxType type) {
    switch (type) {
    case PTX_PRED: return 0;
    case PTX_NONE:
    case PTX_B128:
    case PTX_TYPE_COUNT: return -1;
    case PTX_B64:
    case PTX_U64:
    case PTX_S64:
    case PTX_F64:
    case PTX_F32X2: return 8;
    default: return 4;
    }
}

int sim_operand_bytes(const Decoder *decoder, const PtxOperand *operand, PtxType type) {
    return sim_row_bytes(operand->kind == PTX_OPERAND_REG ? decoder->function->regs[operand->reg].type : type);
}

static uint64_t float_immediate(const PtxOperand *operand, PtxType type) {
    if (operand->is_f64 && type == PTX_F32) return bits_of_float((float)bits_as_double(operand->imm));
    if (operand->is_f32 && type == PTX_F64) return bits_of_double((double)bits_as_float((uint32_t)operand->imm));
    return operand->imm;
}

static bool symbol_value(const Decoder *decoder, const PtxOperand *operand, uint64_t *value) {
    if (operand->variable < 0) return false;
    const PtxVariable *variable = &decoder->module->variables[operand->variable];
    uint64_t offset = (uint64_t)operand->offset;
    if (variable->space == PTX_LOCAL) {
        if (!decoder->is_kernel) return false;
        *value = decoder->local_at[operand->variable] + offset;
        return true;
    }
    if (variable->space == PTX_PARAM) {
        *value = decoder->param_at[operand->variable] + offset;
        return decoder->is_kernel && decoder->frame_param[operand->variable] == SIM_NO_PARAM;
    }
    *value = decoder->place[operand->variable].address + offset;
    return decoder->place[operand->variable].known;
}

static bool special_value(const Decoder *decoder, int32_t special, uint64_t *value) {
    const Launch *launch = decoder->launch;
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    switch (special) {
    case PTX_NTID_X:
    case PTX_NTID_Y:
    case PTX_NTID_Z: *value = launch->block[special - PTX_NTID_X]; return true;
    case PTX_NCTAID_X:
    case PTX_NCTAID_Y:
    case PTX_NCTAID_Z: *value = launch->grid[special - PTX_NCTAID_X]; return true;
    case PTX_NWARPID: *value = (threads + WARP_SIZE - 1) / WARP_SIZE; return true;
    case PTX_NSMID: *value = SIM_MULTIPROCESSORS; return true;
    case PTX_GRIDID: *value = 1; return true;
    case PTX_DYNAMIC_SMEM_SIZE: *value = launch->shared_dynamic; return true;
    case PTX_TOTAL_SMEM_SIZE: *value = decoder->shared_total; return true;
    case PTX_ENVREG1: *value = decoder->grid_workspace >> 32; return true;
    case PTX_ENVREG2: *value = (uint32_t)decoder->grid_workspace; return true;
    case PTX_WARP_SIZE: *value = WARP_SIZE; return true;
    default: return false;
    }
}

bool sim_constant_value(const Decoder *decoder, const PtxOperand *operand, PtxType type, uint64_t *value) {
    switch (operand->kind) {
    case PTX_OPERAND_IMM: *value = float_immediate(operand, type); return true;
    case PTX_OPERAND_REG: *value = decoder->slot[operand->reg].value; return decoder->slot[operand->reg].known;
    case PTX_OPERAND_SPECIAL: return special_value(decoder, operand->special, value);
    case PTX_OPERAND_SYMBOL: return symbol_value(decoder, operand, value);
    case PTX_OPERAND_FUNCTION: *value = (uint64_t)operand->function + 1; return true;
    default: return false;
    }
}

/* The row of a special register that no instruction has to compute, or 0 with *found false. */
SimOperand sim_special_row(int32_t special, bool *found) {
    *found = true;
    switch (special) {
    case PTX_TID_X: return SIM_AREA_WARP | SIM_WARP_TID_X;
    case PTX_TID_Y: return SIM_AREA_WARP | SIM_WARP_TID_Y;
    case PTX_TID_Z: return SIM_AREA_WARP | SIM_WARP_TID_Z;
    case PTX_LANEID: return SIM_AREA_WARP | SIM_WARP_LANE;
    case PTX_WARPID: return SIM_AREA_WARP | SIM_WARP_NUMBER;
    case PTX_LANEMASK_EQ: return SIM_AREA_WARP | SIM_WARP_MASK_EQ;
    case PTX_LANEMASK_LE: return SIM_AREA_WARP | SIM_WARP_MASK_LE;
    case PTX_LANEMASK_LT: return SIM_AREA_WARP | SIM_WARP_MASK_LT;
    case PTX_LANEMASK_GE: return SIM_AREA_WARP | SIM_WARP_MASK_GE;
    case PTX_LANEMASK_GT: return SIM_AREA_WARP | SIM_WARP_MASK_GT;
    case PTX_CTAID_X: return SIM_AREA_BLOCK | SIM_BLOCK_X;
    case PTX_CTAID_Y: return SIM_AREA_BLOCK | SIM_BLOCK_Y;
    case PTX_CTAID_Z: return SIM_AREA_BLOCK | SIM_BLOCK_Z;
    case PTX_SMID: return SIM_AREA_BLOCK | SIM_BLOCK_SM;
    default: *found = false; return 0;
    }
}

static SimOperand convert_row(Decoder *decoder, SimOperand row, int from, int to, bool sign) {
    if (from == to) return row;
    SimOperand temporary = sim_temporary(decoder);
    sim_emit_lane(decoder, to == 4 ? LANE_narrow_64 : sign ? LANE_widen_s32 : LANE_widen_u32, temporary, row, 0, 0);
    return temporary;
}

static SimOperand special_source(Decoder *decoder, int32_t special, int bytes) {
    bool found;
    SimOperand row = sim_special_row(special, &found);
    if (found) return convert_row(decoder, row, 4, bytes, false);
    row = sim_temporary(decoder);
    SimInstr *instr = sim_emit(decoder, sim_special);
    instr->dest = row;
    instr->b = (uint32_t)bytes;
    instr->imm = special;
    return row;
}

SimOperand sim_source(Decoder *decoder, const PtxOperand *operand, PtxType type) {
    int bytes = sim_row_bytes(type);
    uint64_t value;
    if (operand->kind == PTX_OPERAND_REG) {
        const SimSlot *slot = &decoder->slot[operand->reg];
        int row_bytes = sim_row_bytes(decoder->function->regs[operand->reg].type);
        if (row_bytes <= 0) {
            decoder->problem = "a register of this type here";
            return 0;
        }
        return convert_row(decoder, slot->operand, row_bytes, bytes, ptx_type_signed(type));
    }
    if (sim_constant_value(decoder, operand, type, &value)) return sim_constant(decoder, value, bytes);
    if (operand->kind == PTX_OPERAND_SPECIAL) return special_source(decoder, operand->special, bytes);
    if (operand->kind == PTX_OPERAND_SYMBOL && operand->variable >= 0 &&
        decoder->module->variables[operand->variable].space == PTX_LOCAL) {
        SimOperand row = sim_temporary(decoder);
        uint64_t at = decoder->local_at[operand->variable] + (uint64_t)operand->offset;
        sim_emit_lane(decoder, LANE_local_address, row, sim_constant(decoder, at, 8), 0, 0);
        return convert_row(decoder, row, 8, bytes, false);
    }
    decoder->problem = "an operand of this kind here";
    return 0;
}

SimOperand sim_dest(Decoder *decoder, const PtxOperand *operand, PtxType type) {
    int bytes = sim_row_bytes(type);
    if (operand->kind == PTX_OPERAND_SINK || operand->kind == PTX_OPERAND_NONE) return sim_temporary(decoder);
    if (operand->kind != PTX_OPERAND_REG) {
        decoder->problem = "a result of this kind here";
        return 0;
    }
    int row_bytes = sim_row_bytes(decoder->function->regs[operand->reg].type);
    SimOperand row = decoder->slot[operand->reg].operand;
    if (row_bytes == bytes) return row;
    if (row_bytes <= 0 || decoder->widen_type != PTX_NONE) {
        decoder->problem = "a register of this type here";
        return 0;
    }
    decoder->widen_from = sim_temporary(decoder);
    decoder->widen_to = row;
    decoder->widen_type = type;
    return decoder->widen_from;
}

static bool is_predicate(const Decoder *decoder, const PtxOperand *operand) {
    return operand->kind == PTX_OPERAND_REG && decoder->function->regs[operand->reg].type == PTX_PRED;
}

uint32_t sim_source_predicate(Decoder *decoder, const PtxOperand *operand) {
    if (is_predicate(decoder, operand)) return decoder->slot[operand->reg].operand | operand->negated;
    if (operand->kind == PTX_OPERAND_IMM) {
        uint32_t temporary = sim_temporary_predicate(decoder);
        SimInstr *instr = sim_emit_lane(decoder, LANE_predicate_logic, temporary, temporary, temporary, 0);
        instr->imm = (operand->imm != 0) != operand->negated ? 255 : 0;
        return temporary;
    }
    decoder->problem = "a predicate of this kind here";
    return 0;
}

uint32_t sim_dest_predicate(Decoder *decoder, const PtxOperand *operand) {
    if (is_predicate(decoder, operand)) return decoder->slot[operand->reg].operand;
    if (operand->kind != PTX_OPERAND_SINK && operand->kind != PTX_OPERAND_NONE)
        decoder->problem = "a predicate of this kind here";
    return sim_temporary_predicate(decoder);
}

bool sim_param_value(const Decoder *decoder, int32_t variable, int64_t offset, PtxType type, SimParamRow *value) {
    int bytes = ptx_type_bytes(type);
    uint64_t size = decoder->module->variables[variable].size;
    if (bytes <= 0 || bytes > 8 || offset < 0 || (uint64_t)offset > size || size - (uint64_t)offset < (uint64_t)bytes)
        return false;
    *value = (SimParamRow){.at = decoder->param_at[variable] + (uint32_t)offset,
                           .size = (uint8_t)bytes,
                           .sign = ptx_type_signed(type) && bytes < 8};
    return true;
}

SimOperand sim_param_row(Decoder *decoder, SimParamRow *value, int bytes) {
    value->bytes = (uint8_t)bytes;
    for (size_t i = 0; i < decoder->param_rows.count; i++) {
        const SimParamRow *row = &decoder->param_rows.at[i];
        if (row->at == value->at && row->bytes == value->bytes && row->size == value->size &&
            row->sign == value->sign && row->added == value->added)
            return SIM_AREA_LAUNCH | row->row;
    }
    value->row = decoder->constant_bytes;
    vec_push(decoder->arena, &decoder->param_rows, *value);
    decoder->constant_bytes += bytes == 8 ? SIM_ROW64 : SIM_ROW32;
    return SIM_AREA_LAUNCH | value->row;
}

static uint64_t param_value(const SimParamRow *row, const uint8_t *params) {
    uint64_t value = 0;
    memcpy(&value, params + row->at, row->size);
    if (row->sign) {
        uint64_t top = UINT64_C(1) << (8 * row->size - 1);
        value = (value ^ top) - top;
    }
    return value + row->added;
}

void sim_bind_params(SimProgram *program, const uint8_t *params) {
    for (size_t i = 0; i < program->param_row_count; i++) {
        const SimParamRow *row = &program->param_rows[i];
        uint64_t value = param_value(row, params);
        for (size_t lane = 0; lane < WARP_SIZE; lane++)
            memcpy(program->launch_rows + row->row + lane * row->bytes, &value, row->bytes);
    }
}
