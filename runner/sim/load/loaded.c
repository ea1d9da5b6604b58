/* What a load is for: which of its bytes are used, and which are only copied. */
#include "sim/load/load.h"

static void note_read(void *context, int32_t reg, bool written) {
    if (!written) ((bool *)context)[reg] = true;
}

/* By register: whether anything but a store of its value reads it. */
static const bool *uses_of(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    if (decoder->used != NULL) return decoder->used;
    bool *used = arena_array(decoder->arena, bool, (size_t)function->reg_count + 1);
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (ptx_opcode[instr->op].kind != PTX_KIND_STORE) {
            sim_each_register(instr, note_read, used);
            continue;
        }
        PtxInstr address = *instr;
        address.operand_count = 1;
        sim_each_register(&address, note_read, used);
    }
    return decoder->used = used;
}

static const PtxOperand *element_of(const PtxInstr *load, int index) {
    const PtxOperand *data = &load->operand[0];
    return data->kind == PTX_OPERAND_VECTOR ? &data->elements[index] : data;
}

static bool is_dropped(const Decoder *decoder, const PtxOperand *element) {
    return element->kind == PTX_OPERAND_SINK || (element->kind == PTX_OPERAND_REG && !decoder->read[element->reg]);
}

static bool is_only_copied(Decoder *decoder, const PtxOperand *element) {
    return element->kind == PTX_OPERAND_SINK || (element->kind == PTX_OPERAND_REG && !uses_of(decoder)[element->reg]);
}

/* Whether a load may read the padding of a structure: compilers copy the bytes between its members as vectors of
 * bytes, or as single ones beside other loads from the same address. */
static bool may_be_gap(const Decoder *decoder, const PtxInstr *instr, const SimAccess *access) {
    const PtxFunction *function = decoder->function;
    if (access->element != 1 || access->copied != (1 << access->vector) - 1) return false;
    for (uint32_t i = 0; access->vector == 1 && i < function->instr_count; i++) {
        const PtxInstr *other = &function->instrs[i];
        if (other != instr && ptx_opcode[other->op].kind == PTX_KIND_LOAD && other->space == instr->space &&
            instr->operand[1].reg >= 0 && other->operand[1].reg == instr->operand[1].reg)
            return true;
    }
    return access->vector > 1;
}

/* ---- the parts of a load that are read --------------------------------------------------------------------------- */

static uint32_t ones(int bits) {
    return bits >= 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

/* Compilers before PTX 8.3 have no pragma to say what they use of a load: all but the registers that nothing reads. */
static uint32_t bytes_of_used_registers(const Decoder *decoder, const PtxInstr *load, const SimAccess *access) {
    const PtxModule *module = decoder->module;
    uint32_t used = ones(access->element * access->vector);
    if (module->version_major > 8 || (module->version_major == 8 && module->version_minor >= 3)) return used;
    for (int i = 0; i < access->vector; i++)
        if (is_dropped(decoder, element_of(load, i))) used &= ~(ones(access->element) << i * access->element);
    return used;
}

/* A bit for each byte that is used. All are where the pragma leaves out a part of what is stored elsewhere: that copies
 * a structure with its padding. And where it leaves out the first byte, which tells the variable that is meant: no
 * compiler does. */
static uint32_t used_bytes(Decoder *decoder, const PtxInstr *load, const SimAccess *access) {
    uint32_t all = ones(access->element * access->vector), element = ones(access->element);
    uint32_t used = load->used_bytes != 0 ? load->used_bytes & all : bytes_of_used_registers(decoder, load, access);
    for (int i = 0; i < access->vector; i++) {
        bool whole = (used >> i * access->element & element) == element;
        const PtxOperand *to = element_of(load, i);
        if (!whole && !is_dropped(decoder, to) && is_only_copied(decoder, to)) return all;
    }
    return (used & 1) != 0 ? used : all;
}

/* The bytes of the next part of a load that begins at byte `at`, which is used: as many as are used together, up to an
 * element. */
static int part_bytes(uint32_t used, int at, int element) {
    int bytes = element;
    while (at % bytes != 0 || (used >> at & ones(bytes)) != ones(bytes)) bytes /= 2;
    return bytes;
}

static void find_parts(Decoder *decoder, const PtxInstr *load, SimAccess *access) {
    int bytes = access->element * access->vector;
    uint32_t used = bytes <= SIM_MOST_PARTS ? used_bytes(decoder, load, access) : 0;
    if (access->synchronising || used == 0 || used == ones(bytes)) return;
    SimPart parts[SIM_MOST_PARTS];
    uint8_t count = 0;
    for (int at = 0; at < bytes;) {
        if ((used >> at & 1) == 0) {
            at++;
            continue;
        }
        SimPart *part = &parts[count++];
        *part = (SimPart){.access = *access, .offset = (uint8_t)at};
        part->access.element = (uint8_t)part_bytes(used, at, access->element);
        part->access.vector = 1;
        part->access.row = 8;
        part->access.sign = false;
        part->access.copied = access->copied >> at / access->element & 1;
        part->access.gap = false;
        part->access.pc = decoder->pc;
        at += part->access.element;
    }
    access->parts = arena_copy(decoder->arena, parts, count * sizeof *parts, _Alignof(SimPart));
    access->part_count = count;
}

void sim_find_loaded(Decoder *decoder, const PtxInstr *load, SimAccess *access) {
    for (int i = 0; i < access->vector; i++)
        if (is_only_copied(decoder, element_of(load, i))) access->copied |= (uint8_t)(1u << i);
    access->gap = may_be_gap(decoder, load, access);
    find_parts(decoder, load, access);
}
