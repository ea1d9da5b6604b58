/* Registers whose value is the same in all lanes or follows from the launch alone: their row is written once, and the
 * instruction that would write it is passed over. */
#include "sim/load/load.h"

typedef struct Definitions {
    uint32_t *count; /* by register */
    bool *read;
} Definitions;

static void count_definition(void *context, int32_t reg, bool written) {
    Definitions *definitions = context;
    if (written)
        definitions->count[reg]++;
    else
        definitions->read[reg] = true;
}

/* The same for a register that holds a parameter. */
static bool moved_param(const Decoder *decoder, const PtxInstr *instr, SimSlot *slot, int bytes) {
    const SimSlot *from = &decoder->slot[instr->operand[1].reg];
    uint64_t base = 0;
    bool converts = instr->op == PTX_OP_CVTA && bytes == 8 && sim_window_base(instr->space, &base);
    if (instr->op != PTX_OP_MOV && !converts) return false;
    slot->param = true;
    slot->from = from->from;
    slot->from.added += instr->flags & PTX_TO ? -base : base;
    return true;
}

/* Whether an instruction only moves a value that is constant during the launch, the block or the warp: a constant, a
 * kernel's parameter, or a constant address converted to another space. */
static bool constant_slot(const Decoder *decoder, const PtxInstr *instr, SimSlot *slot, int bytes) {
    const PtxOperand *from = &instr->operand[1];
    uint64_t base;
    bool found;
    if (from->kind == PTX_OPERAND_REG && decoder->slot[from->reg].param)
        return moved_param(decoder, instr, slot, bytes);
    switch (instr->op) {
    case PTX_OP_MOV:
        slot->known = sim_constant_value(decoder, from, instr->type[0], &slot->value);
        if (slot->known || from->kind != PTX_OPERAND_SPECIAL || bytes != 4) return slot->known;
        slot->operand = sim_special_row(from->special, &found);
        return found;
    case PTX_OP_LD:
        slot->param = decoder->is_kernel && instr->space == PTX_PARAM && from->kind == PTX_OPERAND_ADDRESS &&
                      from->reg < 0 && from->variable >= 0 && decoder->frame_param[from->variable] == SIM_NO_PARAM &&
                      sim_param_value(decoder, from->variable, from->offset, instr->type[0], &slot->from);
        return slot->param;
    case PTX_OP_CVTA:
        slot->known = bytes == 8 && sim_window_base(instr->space, &base) &&
                      sim_constant_value(decoder, from, PTX_U64, &slot->value);
        if (slot->known) slot->value = instr->flags & PTX_TO ? slot->value - base : slot->value + base;
        return slot->known;
    default: return false;
    }
}

void sim_find_constants(Decoder *decoder, bool *skipped) {
    const PtxFunction *function = decoder->function;
    Definitions definitions = {.count = arena_array(decoder->arena, uint32_t, (size_t)function->reg_count + 1),
                               .read = decoder->read};
    for (uint32_t i = 0; i < function->instr_count; i++)
        sim_each_register(&function->instrs[i], count_definition, &definitions);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        const PtxOperand *to = &instr->operand[0];
        if (instr->guard >= 0 || instr->operand_count != 2 || to->kind != PTX_OPERAND_REG ||
            definitions.count[to->reg] != 1 || instr->vector > 1)
            continue;
        int bytes = sim_row_bytes(function->regs[to->reg].type);
        SimSlot slot = {0};
        if (bytes <= 0 || !constant_slot(decoder, instr, &slot, bytes)) continue;
        if (slot.known) slot.operand = sim_constant(decoder, slot.value, bytes);
        if (slot.param) slot.operand = sim_param_row(decoder, &slot.from, bytes);
        slot.constant = true;
        decoder->slot[to->reg] = slot;
        skipped[i] = true;
    }
}
