/* tex, tld4 and txq on texture objects, suld, sust and suq on surface objects. */
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
            "a texture or surface reference (texture<float, 2> at file scope; pass a cudaTextureObject_t to the kernel "
            "instead)");
    if (operand->kind != PTX_OPERAND_ADDRESS || operand->reg < 0 || operand->offset != 0 ||
        sim_row_bytes(decoder->function->regs[operand->reg].type) != 8)
        return false;
    *row = decoder->slot[operand->reg].operand;
    return true;
}

/* {layer, x, y, y}, {x, y, z, z}, or x alone. layer is a whole number, whatever the coordinates are. */
static bool decode_coordinates(Decoder *decoder, const PtxOperand *operand, SimTexturePlace *place, PtxType type) {
    uint32_t count = operand->kind == PTX_OPERAND_VECTOR ? operand->count : 1, first = place->layered;
    const PtxOperand *elements = operand->kind == PTX_OPERAND_VECTOR ? operand->elements : operand;
    if (count < place->dimensions + first) return false;
    if (place->layered) place->layer = sim_source(decoder, &elements[0], PTX_B32);
    for (uint32_t i = 0; i < place->dimensions; i++)
        place->coordinate[i] = sim_source(decoder, &elements[first + i], type);
    return true;
}

static bool decode_results(Decoder *decoder, const PtxOperand *operand, SimTextureOp *op, PtxType type) {
    if (operand->kind != PTX_OPERAND_VECTOR || operand->count != 4)
        return refuse(decoder, "a texture instruction that does not give four values");
    for (uint32_t i = 0; i < 4; i++) op->result[i] = sim_dest(decoder, &operand->elements[i], type);
    return true;
}

static bool find_dimensions(Decoder *decoder, const PtxInstr *instr, SimTexturePlace *place) {
    place->layered = instr->mode == PTX_TEX_A1D || instr->mode == PTX_TEX_A2D;
    switch (instr->mode) {
    case PTX_TEX_1D:
    case PTX_TEX_A1D: place->dimensions = 1; return true;
    case PTX_TEX_2D:
    case PTX_TEX_A2D: place->dimensions = 2; return true;
    case PTX_TEX_3D: place->dimensions = 3; return true;
    case PTX_TEX_CUBE:
    case PTX_TEX_ACUBE: return refuse(decoder, "a cube map");
    default: return refuse(decoder, "a multisampled texture");
    }
}

static bool decode_place(Decoder *decoder, const PtxInstr *instr, int first, SimTexturePlace *place, PtxType type) {
    return find_dimensions(decoder, instr, place) && decode_handle(decoder, &instr->operand[first], &place->handle) &&
           decode_coordinates(decoder, &instr->operand[first + 1], place, type);
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
    if (!decode_place(decoder, instr, 1, &op.place, (PtxType)instr->type[1]) ||
        !decode_results(decoder, &instr->operand[0], &op, type))
        return false;
    emit_texture(decoder, &op, gather ? sim_gather_texture : sim_sample_texture);
    return true;
}

static bool decode_query(Decoder *decoder, const PtxInstr *instr) {
    SimTextureOp op = {.queried = instr->part, .surface = instr->op == PTX_OP_SUQ};
    if (instr->part != PTX_TXQ_WIDTH && instr->part != PTX_TXQ_HEIGHT && instr->part != PTX_TXQ_DEPTH)
        return refuse(decoder, "this query of a texture or surface (only width, height and depth)");
    if (instr->operand_count != 2) return refuse(decoder, "a query of one level of a mipmap");
    if (!decode_handle(decoder, &instr->operand[1], &op.place.handle)) return false;
    op.result[0] = sim_dest(decoder, &instr->operand[0], PTX_B32);
    emit_texture(decoder, &op, sim_query_texture);
    return true;
}

/* ---- surfaces ---------------------------------------------------------------------------------------------------- */

/* What is loaded or stored: one register, or two or four, all of one width. */
static bool decode_surface_data(Decoder *decoder, const PtxInstr *instr, const PtxOperand *operand, SimSurfaceOp *op) {
    uint32_t count = operand->kind == PTX_OPERAND_VECTOR ? operand->count : 1;
    const PtxOperand *elements = operand->kind == PTX_OPERAND_VECTOR ? operand->elements : operand;
    int bytes = ptx_type_bytes(instr->type[0]), row = 4;
    if (count != instr->vector || count > 4 || bytes <= 0 || bytes > 8) return false;
    for (uint32_t i = 0; i < count; i++)
        if (sim_operand_bytes(decoder, &elements[i], instr->type[0]) == 8) row = 8;
    if (bytes > row) return false;
    PtxType type = row == 8 ? PTX_B64 : PTX_B32;
    for (uint32_t i = 0; i < count; i++)
        op->data[i] = op->access.op == REQUEST_LOAD ? sim_dest(decoder, &elements[i], type)
                                                    : sim_source(decoder, &elements[i], type);
    op->access.element = (uint8_t)bytes;
    op->access.vector = (uint8_t)count;
    op->access.row = (uint8_t)row;
    return true;
}

/* PTX ISA, "Surface Instructions: suld" and "sust". Unformatted accesses (.b), the only ones to surface objects that
 * CUDA C++ has. */
static bool decode_surface(Decoder *decoder, const PtxInstr *instr) {
    bool load = instr->op == PTX_OP_SULD;
    int place = load ? 1 : 0, data = load ? 0 : 2;
    SimSurfaceOp op = {.access = {.op = load ? REQUEST_LOAD : REQUEST_STORE,
                                  .space = PTX_GLOBAL,
                                  .surface = true,
                                  .pc = decoder->pc,
                                  .assembled = decoder->program->pc_assembled[decoder->pc]},
                       .outside = instr->flags & PTX_NEAREST        ? OUTSIDE_TAKES_NEAREST
                                  : instr->flags & PTX_ZERO_OUTSIDE ? OUTSIDE_IS_ZERO
                                                                    : OUTSIDE_TRAPS};
    if (instr->part != PTX_TLD4_B) return refuse(decoder, "a formatted surface access (.p)");
    if (!decode_place(decoder, instr, place, &op.place, PTX_S32) ||
        !decode_surface_data(decoder, instr, &instr->operand[data], &op))
        return false;
    SimSurfaceOp *kept = arena_make(decoder->arena, SimSurfaceOp);
    *kept = op;
    sim_emit(decoder, sim_access_surface)->extra = kept;
    return true;
}

bool sim_decode_texture(Decoder *decoder, const PtxInstr *instr) {
    switch (instr->op) {
    case PTX_OP_TEX:
    case PTX_OP_TLD4: return decode_sample(decoder, instr);
    case PTX_OP_SULD:
    case PTX_OP_SUST: return decode_surface(decoder, instr);
    case PTX_OP_TXQ:
    case PTX_OP_SUQ: return decode_query(decoder, instr);
    default: return false;
    }
}
