/* See depends.h. */
#include "ptx/depends.h"

#include "ptx/ptx.h"

typedef struct Registers {
    const PtxFunction *function;
    bool *from_memory;  /* by register, so far */
    uint8_t *writers;   /* how many instructions write each register: 0, 1, or 2 for several */
    bool memory_steers; /* which way a branch goes may depend on memory */
    bool changed;
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
    bool own = false;
    for (uint32_t i = 0; function->is_entry && i < function->param_count; i++) own |= function->params[i] == variable;
    return own;
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
    registers->changed |= !registers->from_memory[reg];
    registers->from_memory[reg] = true;
}

/* ---- all of a function ------------------------------------------------------------------------------------------- */

static void follow(Registers *registers, const PtxInstr *instr) {
    bool depends = depends_on_memory(registers, instr);
    if (ptx_opcode[instr->op].kind == PTX_KIND_BRANCH && depends && !registers->memory_steers)
        registers->memory_steers = registers->changed = true;
    if (depends || reads_memory(registers, instr)) write_all(registers, instr, take_from_memory);
}

static Registers follow_function(const PtxFunction *function, bool but_loads, Arena *arena) {
    Registers registers = {.function = function,
                           .from_memory = arena_array(arena, bool, function->reg_count + 1),
                           .writers = arena_array(arena, uint8_t, function->reg_count + 1),
                           .changed = true,
                           .but_loads = but_loads};
    for (uint32_t i = 0; i < function->instr_count; i++) write_all(&registers, &function->instrs[i], count_writer);
    while (registers.changed) {
        registers.changed = false;
        for (uint32_t i = 0; i < function->instr_count; i++) follow(&registers, &function->instrs[i]);
        for (uint32_t reg = 0; registers.memory_steers && reg < function->reg_count; reg++)
            if (registers.writers[reg] == 2) take_from_memory(&registers, (int32_t)reg);
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
