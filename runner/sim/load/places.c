/* Where variables lie: shared and constant offsets, global addresses, kernel parameters; and their initial bytes. */
#include "sim/load/places.h"

#include <string.h>

#include "base/vec.h"

enum { CONSTANT_LIMIT = 64 << 10, PARAM_LIMIT = 32764 };

static void add_function(const PtxModule *module, bool *reachable, int32_t *work, size_t *count, int32_t function) {
    if (function < 0 || reachable[function] || module->functions[function].is_declaration ||
        module->functions[function].is_prototype)
        return;
    reachable[function] = true;
    work[(*count)++] = function;
}

bool *sim_reachable(const PtxModule *module, int32_t kernel, Arena *arena) {
    bool *reachable = arena_array(arena, bool, module->function_count);
    int32_t *work = arena_array(arena, int32_t, (size_t)module->function_count + 1);
    size_t count = 0;
    add_function(module, reachable, work, &count, kernel);
    /* Any function may read a table of function pointers: all functions in it are reachable. */
    for (uint32_t i = 0; i < module->variable_count; i++)
        for (size_t j = 0; j < module->variables[i].reloc_count; j++)
            add_function(module, reachable, work, &count, module->variables[i].relocs[j].function);
    while (count) {
        const PtxFunction *function = &module->functions[work[--count]];
        for (uint32_t i = 0; i < function->instr_count; i++)
            for (uint32_t j = 0; j < function->instrs[i].operand_count; j++)
                if (function->instrs[i].operand[j].kind == PTX_OPERAND_FUNCTION)
                    add_function(module, reachable, work, &count, function->instrs[i].operand[j].function);
    }
    return reachable;
}

static uint64_t align_up(uint64_t value, uint64_t align) {
    return align > 1 ? (value + align - 1) / align * align : value;
}

/* Compilers declare arrays as bytes, with the alignment of their element: that is taken as the element's size in
 * messages. An alignment of 16 tells nothing, because dynamic arrays have it whatever they hold. */
static uint32_t element_size(const PtxVariable *variable) {
    uint32_t size = (uint32_t)ptx_type_bytes(variable->type);
    if (size <= 1 && (variable->align >= 16 || variable->is_extern)) return SIM_ELEMENT_OF_ACCESS;
    if (size <= 1) size = variable->align;
    return size && variable->size % size == 0 ? size : 1;
}

static const char *student_name(const PtxVariable *variable) {
    return variable->source_name != NULL ? variable->source_name : variable->name;
}

static void use_operand(bool *used, const PtxOperand *operand) {
    if ((operand->kind == PTX_OPERAND_SYMBOL || operand->kind == PTX_OPERAND_ADDRESS) && operand->variable >= 0)
        used[operand->variable] = true;
    for (uint32_t i = 0; operand->kind == PTX_OPERAND_VECTOR && i < operand->count; i++)
        use_operand(used, &operand->elements[i]);
}

/* Which shared variables the kernel has: all that it and the functions that it may call declare, and those of the
 * module that these name or whose address is in an initialiser (as ptxas 13.0 counts them: a variable declared in
 * the kernel takes its room even if nothing names it). */
static bool *used_variables(const PtxModule *module, const bool *reachable, Arena *arena) {
    bool *used = arena_array(arena, bool, (size_t)module->variable_count + 1);
    for (uint32_t i = 0; i < module->variable_count; i++) {
        if (module->variables[i].owner >= 0 && reachable[module->variables[i].owner]) used[i] = true;
        for (size_t j = 0; j < module->variables[i].reloc_count; j++)
            if (module->variables[i].relocs[j].variable >= 0) used[module->variables[i].relocs[j].variable] = true;
    }
    for (uint32_t f = 0; f < module->function_count; f++) {
        const PtxFunction *function = &module->functions[f];
        for (uint32_t i = 0; reachable[f] && i < function->instr_count; i++)
            for (uint32_t j = 0; j < function->instrs[i].operand_count; j++)
                use_operand(used, &function->instrs[i].operand[j]);
    }
    return used;
}

void sim_place_shared(SimPlacing *placing, const bool *reachable) {
    const PtxModule *module = placing->variables->module;
    const bool *used = used_variables(module, reachable, placing->arena);
    placing->place = arena_array(placing->arena, SimPlace, (size_t)module->variable_count + 1);
    memcpy(placing->place, placing->variables->place, module->variable_count * sizeof *placing->place);
    VEC(SimRegion) regions = {0};
    uint64_t at = 0, align = 16;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = &module->variables[i];
        if (variable->space != PTX_SHARED || !used[i]) continue;
        if (variable->is_extern || variable->size == 0) {
            align = variable->align > align ? variable->align : align;
            continue;
        }
        at = align_up(at, variable->align);
        placing->place[i] = (SimPlace){.address = at, .known = true};
        vec_push(placing->arena, &regions,
                 (SimRegion){.name = student_name(variable),
                             .offset = at,
                             .size = variable->size,
                             .element = element_size(variable)});
        at += variable->size < UINT32_MAX ? variable->size : UINT32_MAX;
    }
    placing->shared_static = at;
    placing->dynamic_offset = align_up(at, align);
    const PtxVariable *dynamic = NULL;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = &module->variables[i];
        if (variable->space != PTX_SHARED || !used[i] || placing->place[i].known) continue;
        placing->place[i] = (SimPlace){.address = placing->dynamic_offset, .known = true};
        dynamic = variable;
    }
    /* Added even where the launch gave no dynamic shared memory, so that the message about an access can say so. */
    if (placing->shared_dynamic || dynamic != NULL)
        vec_push(placing->arena, &regions,
                 (SimRegion){.name = dynamic != NULL ? student_name(dynamic) : "dynamic shared memory",
                             .offset = placing->dynamic_offset,
                             .size = placing->shared_dynamic,
                             .element = dynamic != NULL ? element_size(dynamic) : SIM_ELEMENT_OF_ACCESS});
    placing->regions = regions.at;
    placing->region_count = regions.count;
}

static bool place_constants(SimVariables *variables) {
    const PtxModule *module = variables->module;
    VEC(SimRegion) regions = {0};
    uint64_t at = 0;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = &module->variables[i];
        if (variable->space != PTX_CONST) continue;
        at = align_up(at, variable->align);
        variables->place[i] = (SimPlace){.address = at, .known = true};
        vec_push(variables->arena, &regions,
                 (SimRegion){.name = student_name(variable),
                             .offset = at,
                             .size = variable->size,
                             .element = element_size(variable)});
        if (variable->size > CONSTANT_LIMIT || (at += variable->size) > CONSTANT_LIMIT) return false;
    }
    uint64_t base = sim_memory_next_bank(variables->memory);
    uint8_t *bytes = sim_memory_constant(variables->memory, at, regions.at, regions.count);
    for (uint32_t i = 0; i < module->variable_count && bytes != NULL; i++) {
        if (module->variables[i].space != PTX_CONST) continue;
        variables->host[i] = bytes + variables->place[i].address;
        variables->place[i].address += base;
    }
    return bytes != NULL;
}

static bool has_room(const PtxVariable *variable) {
    return variable->space == PTX_GLOBAL && variable->size != 0 && (!variable->is_extern || variable->init != NULL);
}

uint64_t sim_variables_cost(const PtxModule *module, bool watched) {
    uint64_t total = 0, most = UINT64_MAX / 4;
    for (uint32_t i = 0; i < module->variable_count && total < most; i++)
        if (has_room(&module->variables[i]))
            total += sim_memory_cost(module->variables[i].size, element_size(&module->variables[i]), watched);
    return total;
}

static bool place_globals(SimVariables *variables) {
    const PtxModule *module = variables->module;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = &module->variables[i];
        if (!has_room(variable)) continue;
        uint64_t address = sim_memory_allocate(variables->memory, student_name(variable), variable->size,
                                               element_size(variable), &variables->host[i]);
        if (address == 0) return false;
        sim_memory_is_variable(variables->memory, address);
        sim_memory_watch(variables->memory, address, true, true);
        variables->place[i] = (SimPlace){.address = address, .known = true};
    }
    return true;
}

/* The address that an initialiser holds: a variable's, in its space or generic, or a function's. */
static uint64_t relocated(const SimVariables *variables, const PtxReloc *reloc) {
    if (reloc->function >= 0) return (uint64_t)reloc->function + 1;
    if (reloc->variable < 0) return (uint64_t)reloc->addend;
    uint64_t base = 0;
    PtxSpace space = variables->module->variables[reloc->variable].space;
    if (reloc->generic) base = space == PTX_SHARED ? SIM_SHARED_BASE : space == PTX_CONST ? SIM_CONST_BASE : 0;
    return variables->place[reloc->variable].address + base + (uint64_t)reloc->addend;
}

static void initialise(SimVariables *variables) {
    for (uint32_t i = 0; i < variables->module->variable_count; i++) {
        const PtxVariable *variable = &variables->module->variables[i];
        if (variables->host[i] == NULL) continue;
        if (variable->init != NULL) memcpy(variables->host[i], variable->init, variable->size);
        for (size_t j = 0; j < variable->reloc_count; j++) {
            const PtxReloc *reloc = &variable->relocs[j];
            uint64_t value = relocated(variables, reloc);
            if (reloc->bytes <= 8 && reloc->offset + (uint64_t)reloc->bytes <= variable->size)
                memcpy(variables->host[i] + reloc->offset, &value, reloc->bytes);
        }
    }
}

const char *sim_place_params(const PtxModule *module, int32_t kernel, uint32_t *param_at, uint64_t *size) {
    const PtxFunction *function = &module->functions[kernel];
    uint64_t at = 0;
    for (uint32_t i = 0; i < function->param_count; i++) {
        const PtxVariable *variable = &module->variables[function->params[i]];
        at = align_up(at, variable->align ? variable->align : (uint64_t)ptx_type_bytes(variable->type));
        param_at[function->params[i]] = (uint32_t)at;
        if (variable->size > PARAM_LIMIT || (at += variable->size) > PARAM_LIMIT)
            return "kernel parameters of more than 32764 bytes";
    }
    *size = at;
    return NULL;
}

const char *sim_place_variables(SimVariables *variables) {
    size_t count = (size_t)variables->module->variable_count + 1;
    variables->place = arena_array(variables->arena, SimPlace, count);
    variables->host = arena_array(variables->arena, uint8_t *, count);
    if (!place_constants(variables)) return "more than 64 KB of constant memory";
    if (!place_globals(variables)) return "so many bytes of __device__ variables beside what is allocated";
    initialise(variables);
    return NULL;
}
