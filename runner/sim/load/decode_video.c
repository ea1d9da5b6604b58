/* Video instructions: arithmetic on selected bytes and halves of 32-bit words, one value a lane (vadd, vmad...) or two
 * or four side by side (vadd2, vadd4...). Here they are taken apart; run/video_ops.c executes them. */
#include <string.h>

#include "sim/handlers.h"
#include "sim/load/load.h"

/* ---- what an instruction is made of ------------------------------------------------------------------------------ */

static bool is_simd(uint16_t op, uint8_t *parts) {
    *parts = op >= PTX_OP_VADD4 && op <= PTX_OP_VSET4 ? 4 : op >= PTX_OP_VADD2 && op <= PTX_OP_VSET2 ? 2 : 1;
    return *parts > 1;
}

/* "b0".."b3", "h0", "h1"; without one the whole word. */
static bool read_scalar_selector(const char *text, SimSelection *selection) {
    *selection = (SimSelection){.width = 4};
    if (text == NULL) return true;
    size_t parts = text[0] == 'b' ? 4 : text[0] == 'h' ? 2 : 0;
    if (strlen(text) != 2 || text[1] < '0' || text[1] >= '0' + (int)parts) return false;
    selection->width = (uint8_t)(4 / parts);
    selection->part[0] = (uint8_t)(text[1] - '0');
    return true;
}

/* "h32", "b7654": the highest part first. first: the lowest one where none is written. */
static bool read_simd_selector(const char *text, uint8_t parts, uint8_t first, SimSelection *selection) {
    selection->width = (uint8_t)(4 / parts);
    for (uint8_t i = 0; i < parts; i++) selection->part[i] = (uint8_t)(first + i);
    if (text == NULL) return true;
    if (strlen(text) != (size_t)parts + 1 || text[0] != (parts == 4 ? 'b' : 'h')) return false;
    for (uint8_t i = 0; i < parts; i++) {
        int part = text[parts - i] - '0';
        if (part < 0 || part >= 2 * parts) return false;
        selection->part[i] = (uint8_t)part;
    }
    return true;
}

/* "h1", "b310": which parts of the destination are computed. */
static bool read_mask(const char *text, uint8_t parts, uint8_t *mask) {
    *mask = (uint8_t)((1 << parts) - 1);
    if (text == NULL) return true;
    if (text[0] != (parts == 4 ? 'b' : 'h') || text[1] == 0) return false;
    *mask = 0;
    for (const char *at = text + 1; *at; at++) {
        if (*at < '0' || *at >= '0' + parts) return false;
        *mask |= (uint8_t)(1 << (*at - '0'));
    }
    return true;
}

static bool read_video(const PtxInstr *instr, SimVideoOp *video) {
    bool simd = is_simd(instr->op, &video->parts), third = instr->operand_count == 4;
    bool sets = instr->op == PTX_OP_VSET || instr->op == PTX_OP_VSET2 || instr->op == PTX_OP_VSET4;
    const PtxOperand *operand = instr->operand;
    video->op = instr->op;
    video->compare = instr->compare;
    video->second = instr->atomic;
    video->mode = instr->mode;
    video->dest_signed = !sets && ptx_type_signed(instr->type[0]);
    video->a_signed = ptx_type_signed(instr->type[sets ? 0 : 1]);
    video->b_signed = ptx_type_signed(instr->type[sets ? 1 : 2]);
    video->saturates = (instr->flags & PTX_SAT) != 0;
    video->wraps = (instr->flags & PTX_WRAP) != 0;
    video->plus_one = (instr->flags & PTX_PLUS_ONE) != 0;
    if (instr->type[sets ? 1 : 2] == PTX_NONE || sets != (instr->compare != PTX_CMP_NONE)) return false;
    for (int i = 0; i < 3 && instr->type[i] != PTX_NONE; i++)
        if (instr->type[i] != PTX_U32 && instr->type[i] != PTX_S32) return false;
    bool shifts = instr->op == PTX_OP_VSHL || instr->op == PTX_OP_VSHR;
    if (shifts && instr->type[2] != PTX_U32) return false;
    if (simd)
        return (video->second == PTX_ATOM_NONE || video->second == PTX_ATOM_ADD) &&
               read_mask(operand[0].selector, video->parts, &video->mask) &&
               read_simd_selector(operand[1].selector, video->parts, 0, &video->a) &&
               read_simd_selector(operand[2].selector, video->parts, video->parts, &video->b);
    video->product_negated = operand[1].negated != operand[2].negated;
    video->c_negated = third && operand[3].negated;
    video->merges = operand[0].selector != NULL;
    bool combines = video->second != PTX_ATOM_NONE || instr->op == PTX_OP_VMAD;
    return video->second <= PTX_ATOM_MAX && third == (combines || video->merges) && !(combines && video->merges) &&
           read_scalar_selector(operand[0].selector, &video->dest) &&
           read_scalar_selector(operand[1].selector, &video->a) && read_scalar_selector(operand[2].selector, &video->b);
}

bool sim_decode_video(Decoder *decoder, const PtxInstr *instr) {
    SimVideoOp *video = arena_make(decoder->arena, SimVideoOp);
    SimOperand row[3] = {0};
    if (!read_video(instr, video)) return false;
    for (int i = 1; i < instr->operand_count; i++) row[i - 1] = sim_source(decoder, &instr->operand[i], PTX_B32);
    SimOperand dest = sim_dest(decoder, &instr->operand[0], PTX_B32);
    SimInstr *out = sim_emit(decoder, sim_video);
    out->dest = dest;
    out->a = row[0];
    out->b = row[1];
    out->c = row[2];
    out->extra = video;
    return true;
}
