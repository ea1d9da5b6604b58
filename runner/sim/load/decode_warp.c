/* What the lanes of a warp, or the warps of a block, execute together: votes, shuffles, reductions; barriers. */
#include "sim/handlers.h"
#include "sim/load/load.h"

static uint32_t optional_predicate(Decoder *decoder, const PtxOperand *operand) {
    return operand->kind == PTX_OPERAND_REG ? sim_dest_predicate(decoder, operand) + 1 : 0;
}

/* The mask of a .sync instruction is its last operand; without .sync all active lanes take part. */
static SimOperand decode_mask(Decoder *decoder, const PtxInstr *instr) {
    bool masked = (instr->flags & PTX_SYNC) || instr->op == PTX_OP_BAR_WARP;
    return masked && instr->operand_count > 0 ? sim_source(decoder, &instr->operand[instr->operand_count - 1], PTX_B32)
                                              : sim_constant(decoder, ALL_LANES, 4);
}

static bool decode_vote(Decoder *decoder, const PtxInstr *instr) {
    SimOperand mask = decode_mask(decoder, instr);
    uint32_t predicate = sim_source_predicate(decoder, &instr->operand[1]);
    bool ballot = instr->mode == PTX_VOTE_BALLOT;
    SimOperand dest =
        ballot ? sim_dest(decoder, &instr->operand[0], PTX_B32) : sim_dest_predicate(decoder, &instr->operand[0]);
    SimInstr *out = sim_emit(decoder, sim_vote);
    out->dest = dest;
    out->d = mask;
    out->guard = predicate;
    out->imm = instr->mode;
    return true;
}

/* Whether the mask of a __syncwarp() is a constant of the launch and names the whole warp. */
static bool names_all_lanes(const Decoder *decoder, const PtxOperand *mask) {
    uint64_t lanes;
    if (mask->kind == PTX_OPERAND_REG && decoder->slot[mask->reg].known)
        lanes = decoder->slot[mask->reg].value;
    else if (mask->kind == PTX_OPERAND_REG || !sim_constant_value(decoder, mask, PTX_B32, &lanes))
        return false;
    return (lanes & ALL_LANES) == ALL_LANES;
}

bool sim_decode_warp(Decoder *decoder, const PtxInstr *instr) {
    SimOperand dest = 0, source[3] = {0};
    uint32_t also = 0;
    SimHandler run;
    int sources = 0;
    PtxType type = PTX_B32;
    switch (instr->op) {
    case PTX_OP_VOTE: return decode_vote(decoder, instr);
    case PTX_OP_BAR_WARP:
        decoder->point_to_point |= !names_all_lanes(decoder, &instr->operand[instr->operand_count - 1]);
        run = sim_warp_sync;
        break;
    case PTX_OP_SHFL:
        run = sim_shuffle;
        sources = 3;
        break;
    case PTX_OP_MATCH:
        run = sim_match;
        sources = 1;
        type = instr->type[0];
        break;
    case PTX_OP_REDUX:
        run = sim_reduce;
        sources = 1;
        break;
    case PTX_OP_ACTIVEMASK: run = sim_active_mask; break;
    case PTX_OP_ELECT: run = sim_elect; break;
    default: return false;
    }
    if (instr->op == PTX_OP_REDUX && ptx_type_float(instr->type[0])) return false;
    for (int i = 0; i < sources; i++) source[i] = sim_source(decoder, &instr->operand[i + 1], i == 0 ? type : PTX_B32);
    SimOperand mask = decode_mask(decoder, instr);
    if (instr->op != PTX_OP_BAR_WARP) dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    also = optional_predicate(decoder, &instr->also);
    SimInstr *out = sim_emit(decoder, run);
    out->dest = dest;
    out->a = source[0];
    out->b = instr->op == PTX_OP_SHFL    ? source[1]
             : instr->op == PTX_OP_MATCH ? (uint32_t)sim_row_bytes(type)
                                         : ptx_type_signed(instr->type[0]);
    out->c = source[2];
    out->d = mask;
    out->guard = also;
    out->imm = instr->op == PTX_OP_ELECT ? instr->operand[0].kind == PTX_OPERAND_REG : instr->mode;
    return true;
}

bool sim_decode_barrier(Decoder *decoder, const PtxInstr *instr) {
    if (instr->op != PTX_OP_BAR) return false;
    bool reduces = instr->mode == PTX_BAR_RED;
    int first = reduces ? 1 : 0, last = instr->operand_count - (reduces ? 1 : 0);
    if (last <= first || last > first + 2) return false;
    SimOperand number = sim_source(decoder, &instr->operand[first], PTX_U32);
    SimOperand count =
        last > first + 1 ? sim_source(decoder, &instr->operand[first + 1], PTX_U32) : sim_constant(decoder, 0, 4);
    decoder->point_to_point |= last > first + 1 || instr->mode == PTX_BAR_ARRIVE;
    uint32_t predicate = reduces ? sim_source_predicate(decoder, &instr->operand[last]) : 0;
    SimOperand dest = !reduces                     ? 0
                      : instr->boolean == PTX_POPC ? sim_dest(decoder, &instr->operand[0], PTX_U32)
                                                   : sim_dest_predicate(decoder, &instr->operand[0]);
    SimInstr *out = sim_emit(decoder, sim_barrier);
    out->a = number;
    out->b = count;
    out->guard = predicate;
    out->dest = dest;
    out->imm =
        instr->mode | (reduces ? instr->boolean << 8 : 0) | (instr->flags & PTX_ALIGNED ? SIM_BARRIER_ALIGNED : 0);
    return true;
}
