/* See depends.h. */
#include "ptx/depends.h"

#include "ptx/ptx.h"

typedef struct Registers {
    const PtxFunction *function;
    bool *from_memory;                /* by register, so far */
    uint8_t *writers;                 /* how many instructions write each register: 0, 1, or 2 for several */
    bool memory_steers;               /* which way a branch goes may depend on memory */
    uint32_t *readers_from, *readers; /* the instructions that read register r: from readers_from[r] to that of r + 1 */
    int32_t *fresh;                   /* registers from memory whose readers are to be followed */
    uint32_t fresh_count;
    bool but_loads; /* plain loads do not count: what atomics, textures, calls and other spaces bring does */
} Registers;

/* ---- what an instruction reads ----------------------------------------------------------------------------------- */

static bool register_is(const Registers *registers, int32_t reg) {
    return reg >= 0 && registers->from_memory[reg];
}

static bool operand_is(const Registers *registers, const PtxOperand *operand) {
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        if (operand_is(registers, &operand->elements[i])) return true;
    return (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS) &&
           register_is(registers, operand->reg);
}

static bool is_own_parameter(const PtxFunction *function, int32_t variable) {
    return function->is_entry && ptx_param_number(function, variable) >= 0;
}

static bool is_plain_load(const PtxInstr *instr) {
    return ptx_opcode[instr->op].kind == PTX_KIND_LOAD &&
           (instr->space == PTX_GLOBAL || instr->space == PTX_SHARED || instr->space == PTX_GENERIC);
}

/* Whether the instruction itself brings something from memory, or from another function. */
static bool reads_memory(const Registers *registers, const PtxInstr *instr) {
    PtxKind kind = ptx_opcode[instr->op].kind;
    if (registers->but_loads && is_plain_load(instr)) return false;
    if (kind == PTX_KIND_LOAD && instr->space == PTX_PARAM)
        return !is_own_parameter(registers->function, instr->operand[1].variable);
    return kind != PTX_KIND_ALU && kind != PTX_KIND_WARP;
}

/* Whether memory has a part in what the instruction does. */
static bool depends_on_memory(const Registers *registers, const PtxInstr *instr) {
    if (register_is(registers, instr->guard)) return true;
    for (uint32_t i = ptx_opcode[instr->op].destinations; i < instr->operand_count; i++)
        if (operand_is(registers, &instr->operand[i])) return true;
    return false;
}

/* ---- what it writes ---------------------------------------------------------------------------------------------- */

typedef void Write(Registers *registers, int32_t reg);

static void write_operand(Registers *registers, const PtxOperand *operand, Write *write) {
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        write_operand(registers, &operand->elements[i], write);
    if (operand->kind == PTX_OPERAND_REG) write(registers, operand->reg);
}

static void write_all(Registers *registers, const PtxInstr *instr, Write *write) {
    for (uint32_t i = 0; i < ptx_opcode[instr->op].destinations && i < instr->operand_count; i++)
        write_operand(registers, &instr->operand[i], write);
    write_operand(registers, &instr->also, write);
}

static void count_writer(Registers *registers, int32_t reg) {
    if (registers->writers[reg] < 2) registers->writers[reg]++;
}

static void take_from_memory(Registers *registers, int32_t reg) {
    if (registers->from_memory[reg]) return;
    registers->from_memory[reg] = true;
    registers->fresh[registers->fresh_count++] = reg;
}

/* ---- who reads a register ---------------------------------------------------------------------------------------- */

/* at: NULL where they are only counted. */
static void note_reader(Registers *registers, int32_t reg, const uint32_t *at) {
    if (reg < 0) return;
    if (at == NULL)
        registers->readers_from[reg + 1]++;
    else
        registers->readers[registers->readers_from[reg]++] = *at;
}

static void note_operand(Registers *registers, const PtxOperand *operand, const uint32_t *at) {
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        note_operand(registers, &operand->elements[i], at);
    if (operand->kind == PTX_OPERAND_REG || operand->kind == PTX_OPERAND_ADDRESS)
        note_reader(registers, operand->reg, at);
}

static void note_readers(Registers *registers, bool count) {
    const PtxFunction *function = registers->function;
    for (uint32_t at = 0; at < function->instr_count; at++) {
        const PtxInstr *instr = &function->instrs[at];
        note_reader(registers, instr->guard, count ? NULL : &at);
        for (uint32_t i = ptx_opcode[instr->op].destinations; i < instr->operand_count; i++)
            note_operand(registers, &instr->operand[i], count ? NULL : &at);
    }
}

static void find_readers(Registers *registers, Arena *arena) {
    uint32_t count = registers->function->reg_count, *from = arena_array(arena, uint32_t, (size_t)count + 2);
    registers->readers_from = from;
    note_readers(registers, true);
    for (uint32_t reg = 0; reg < count; reg++) from[reg + 1] += from[reg];
    registers->readers = arena_array(arena, uint32_t, (size_t)from[count] + 1);
    note_readers(registers, false);
    for (uint32_t reg = count; reg > 0; reg--) from[reg] = from[reg - 1];
    from[0] = 0;
}

/* ---- all of a function ------------------------------------------------------------------------------------------- */

static void follow(Registers *registers, const PtxInstr *instr) {
    bool depends = depends_on_memory(registers, instr);
    if (ptx_opcode[instr->op].kind == PTX_KIND_BRANCH && depends && !registers->memory_steers) {
        registers->memory_steers = true;
        for (uint32_t reg = 0; reg < registers->function->reg_count; reg++)
            if (registers->writers[reg] == 2) take_from_memory(registers, (int32_t)reg);
    }
    if (depends || reads_memory(registers, instr)) write_all(registers, instr, take_from_memory);
}

/* Each instruction is followed once, and once more for each register from memory that it reads. Rounds over the whole
 * text until nothing changes would be as many as instructions where these stand in the opposite order. */
static Registers follow_function(const PtxFunction *function, bool but_loads, Arena *arena) {
    Registers registers = {.function = function,
                           .from_memory = arena_array(arena, bool, function->reg_count + 1),
                           .writers = arena_array(arena, uint8_t, function->reg_count + 1),
                           .fresh = arena_array(arena, int32_t, function->reg_count + 1),
                           .but_loads = but_loads};
    for (uint32_t i = 0; i < function->instr_count; i++) write_all(&registers, &function->instrs[i], count_writer);
    find_readers(&registers, arena);
    for (uint32_t i = 0; i < function->instr_count; i++) follow(&registers, &function->instrs[i]);
    while (registers.fresh_count > 0) {
        int32_t reg = registers.fresh[--registers.fresh_count];
        for (uint32_t i = registers.readers_from[reg]; i < registers.readers_from[reg + 1]; i++)
            follow(&registers, &function->instrs[registers.readers[i]]);
    }
    return registers;
}

static bool *independent_stores(const PtxSites *sites, bool but_loads, Arena *arena) {
    bool *independent = arena_array(arena, bool, sites->count + 1);
    Registers registers = {0};
    for (size_t i = 0; i < sites->count; i++) { /* in the order of the text, function after function */
        const PtxSite *site = &sites->sites[i];
        const PtxFunction *function = &sites->module->functions[site->function];
        if (site->kind != PTX_SITE_STORE) continue;
        if (registers.function != function) registers = follow_function(function, but_loads, arena);
        const PtxInstr *store = &function->instrs[site->instr];
        independent[i] =
            function->is_entry && !register_is(&registers, store->guard) && !operand_is(&registers, &store->operand[1]);
    }
    return independent;
}

bool *ptx_constant_stores(const PtxSites *sites, Arena *arena) {
    return independent_stores(sites, false, arena);
}

bool *ptx_loaded_stores(const PtxSites *sites, Arena *arena) {
    return independent_stores(sites, true, arena);
}
