/* tex, tld4 and txq on texture objects of one and two dimensions. */
#include "sim/handlers.h"
#include "sim/load/load.h"

static bool refuse(Decoder *decoder, const char *what) {
    decoder->problem = what;
    return false;
}

static bool decode_handle(Decoder *decoder, const PtxOperand *operand, SimOperand *row) {
    if (operand->kind == PTX_OPERAND_ADDRESS && operand->variable >= 0)
        return refuse(
            decoder,
            "a texture reference (texture<float, 2> at file scope; pass a cudaTextureObject_t to the kernel instead)");
    if (operand->kind != PTX_OPERAND_ADDRESS || operand->reg < 0 || operand->offset != 0 ||
        sim_row_bytes(decoder->function->regs[operand->reg].type) != 8)
        return false;
    *row = decoder->slot[operand->reg].operand;
    return true;
}

static bool decode_coordinates(Decoder *decoder, const PtxOperand *operand, SimTextureOp *op, PtxType type) {
    uint32_t count = operand->kind == PTX_OPERAND_VECTOR ? operand->count : 1;
    const PtxOperand *elements = operand->kind == PTX_OPERAND_VECTOR ? operand->elements : operand;
    if (count < op->dimensions) return false;
    for (uint32_t i = 0; i < op->dimensions; i++) op->coordinate[i] = sim_source(decoder, &elements[i], type);
    return true;
}

static bool decode_results(Decoder *decoder, const PtxOperand *operand, SimTextureOp *op, PtxType type) {
    if (operand->kind != PTX_OPERAND_VECTOR || operand->count != 4)
        return refuse(decoder, "a texture instruction that does not give four values");
    for (uint32_t i = 0; i < 4; i++) op->result[i] = sim_dest(decoder, &operand->elements[i], type);
    return true;
}

static bool find_dimensions(Decoder *decoder, const PtxInstr *instr, SimTextureOp *op) {
    switch (instr->mode) {
    case PTX_TEX_1D: op->dimensions = 1; return true;
    case PTX_TEX_2D: op->dimensions = 2; return true;
    case PTX_TEX_3D: return refuse(decoder, "a texture of three dimensions");
    case PTX_TEX_CUBE:
    case PTX_TEX_ACUBE: return refuse(decoder, "a cube map");
    default: return refuse(decoder, "a layered or multisampled texture");
    }
}

static SimInstr *emit_texture(Decoder *decoder, const SimTextureOp *op, SimHandler run) {
    SimTextureOp *kept = arena_make(decoder->arena, SimTextureOp);
    *kept = *op;
    SimInstr *out = sim_emit(decoder, run);
    out->extra = kept;
    return out;
}

/* The number of operands. Levels and gradients are ignored: they select a mipmap level, and textures here have only
 * one (on hardware they change nothing either: measured). */
static uint8_t operands_of(const PtxInstr *instr) {
    return instr->part == PTX_TEX_LEVEL ? 4 : instr->part == PTX_TEX_GRAD ? 5 : 3;
}

static bool decode_sample(Decoder *decoder, const PtxInstr *instr) {
    SimTextureOp op = {.whole_coordinates = instr->type[1] == PTX_S32};
    bool gather = instr->op == PTX_OP_TLD4;
    PtxType type = instr->type[0];
    if (instr->operand_count != (gather ? 3 : operands_of(instr)) || instr->also.kind != PTX_OPERAND_NONE)
        return refuse(decoder, "a texture instruction with an offset, a depth comparison or a residency predicate");
    if ((type != PTX_F32 && type != PTX_S32 && type != PTX_U32) ||
        (instr->type[1] != PTX_F32 && instr->type[1] != PTX_S32))
        return refuse(decoder, "a texture instruction of this type");
    if (gather) op.channel = (uint32_t)(instr->part - PTX_TLD4_R);
    if (!find_dimensions(decoder, instr, &op) || !decode_handle(decoder, &instr->operand[1], &op.handle) ||
        !decode_coordinates(decoder, &instr->operand[2], &op, (PtxType)instr->type[1]) ||
        !decode_results(decoder, &instr->operand[0], &op, type))
        return false;
    emit_texture(decoder, &op, gather ? sim_gather_texture : sim_sample_texture);
    return true;
}

static bool decode_query(Decoder *decoder, const PtxInstr *instr) {
    SimTextureOp op = {.query_height = instr->part == PTX_TXQ_HEIGHT};
    if (instr->part != PTX_TXQ_WIDTH && instr->part != PTX_TXQ_HEIGHT)
        return refuse(decoder, "this query of a texture (only width and height)");
    if (instr->operand_count != 2) return refuse(decoder, "a query of one level of a mipmap");
    if (!decode_handle(decoder, &instr->operand[1], &op.handle)) return false;
    op.result[0] = sim_dest(decoder, &instr->operand[0], PTX_B32);
    emit_texture(decoder, &op, sim_query_texture);
    return true;
}

bool sim_decode_texture(Decoder *decoder, const PtxInstr *instr) {
    switch (instr->op) {
    case PTX_OP_TEX:
    case PTX_OP_TLD4: return decode_sample(decoder, instr);
    case PTX_OP_TXQ: return decode_query(decoder, instr);
    default: return false;
    }
}
