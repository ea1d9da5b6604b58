/* PTX to a program: which functions a kernel needs, where their parameters and local variables lie, where their basic
 * blocks start; emit.c does the rest. */
#include "sim/load/load.h"

#include <string.h>

#include "ptx/mangle.h"
#include "sim/load/assemble.h"
#include "sim/load/branches.h"

/* ---- what a kernel needs ----------------------------------------------------------------------------------------- */

typedef struct Depth {
    uint32_t *deepest; /* by function: bytes of local memory that it and its deepest chain of calls need */
    uint8_t *state;    /* by function: 0 new, 1 being visited, 2 known */
    bool recursive;
    uint32_t calls_back; /* calls of a function from within itself */
} Depth;

/* The most local memory that a chain of calls from function needs. The nesting is bounded by the number
 * of functions. */
static uint32_t measure_depth(const Decoder *decoder, Depth *depth, int32_t index, uint32_t level) {
    const PtxFunction *function = &decoder->module->functions[index];
    if (depth->state[index] == 2) return depth->deepest[index];
    if (depth->state[index] == 1 || level > 1000) {
        depth->recursive = true;
        return 0;
    }
    depth->state[index] = 1;
    uint32_t most = 0;
    for (uint32_t i = 0; i < function->instr_count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op != PTX_OP_CALL) continue;
        if (instr->operand[0].kind != PTX_OPERAND_FUNCTION) {
            depth->recursive = true; /* a call through a pointer may call any function */
            continue;
        }
        depth->calls_back += depth->state[instr->operand[0].function] == 1;
        uint32_t below = measure_depth(decoder, depth, instr->operand[0].function, level + 1);
        most = below > most ? below : most;
    }
    depth->state[index] = 2;
    return depth->deepest[index] = most + decoder->program->functions[index].local_size;
}

/* ---- one function: parameters, local variables, basic blocks ----------------------------------------------------- */

static uint32_t align_up(uint32_t value, uint32_t align) {
    return (value + align - 1) / align * align;
}

static bool place_frame_param(Decoder *decoder, int32_t variable, SimParam *param) {
    const PtxVariable *source = &decoder->module->variables[variable];
    if (source->size > 4096) {
        decoder->problem = "a parameter of more than 4096 bytes";
        return false;
    }
    if (decoder->frame_param[variable] == SIM_NO_PARAM) {
        decoder->frame_param[variable] = (int32_t)decoder->rows_size;
        decoder->rows_size = align_up(decoder->rows_size + (uint32_t)source->size * WARP_SIZE, SIM_ROW64);
    }
    if (param != NULL)
        *param = (SimParam){.offset = (uint32_t)decoder->frame_param[variable], .size = (uint32_t)source->size};
    if (decoder->rows_size >= 1u << 27) decoder->problem = "so many bytes of parameters";
    return decoder->rows_size < 1u << 27;
}

static bool place_params(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    SimParam *params = arena_array(decoder->arena, SimParam, (size_t)function->param_count + 1);
    SimParam *results = arena_array(decoder->arena, SimParam, (size_t)function->result_count + 1);
    for (uint32_t i = 0; i < function->variable_count; i++)
        if (decoder->module->variables[function->variables[i]].space == PTX_PARAM)
            decoder->frame_param[function->variables[i]] = SIM_NO_PARAM;
    for (uint32_t i = 0; i < function->param_count; i++) decoder->frame_param[function->params[i]] = SIM_NO_PARAM;
    for (uint32_t i = 0; !decoder->is_kernel && i < function->param_count; i++)
        if (!place_frame_param(decoder, function->params[i], &params[i])) return false;
    for (uint32_t i = 0; i < function->result_count; i++)
        if (!place_frame_param(decoder, function->results[i], &results[i])) return false;
    for (uint32_t i = 0; i < function->variable_count; i++) {
        int32_t variable = function->variables[i];
        bool own = ptx_param_number(function, variable) >= 0;
        if (decoder->module->variables[variable].space == PTX_PARAM && !own &&
            !place_frame_param(decoder, variable, NULL))
            return false;
    }
    decoder->out->params = params;
    decoder->out->results = results;
    decoder->out->param_count = function->param_count;
    decoder->out->result_count = function->result_count;
    return true;
}

/* Places local variables in the frame, in the order of their declaration; called before decoding as well, for the
 * sizes. */
static bool place_locals(Decoder *decoder, SimFunction *out) {
    const PtxFunction *function = out->source;
    uint64_t size = 0;
    for (uint32_t i = 0; i < function->variable_count; i++) {
        const PtxVariable *variable = &decoder->module->variables[function->variables[i]];
        if (variable->space != PTX_LOCAL) continue;
        uint64_t align = variable->align ? variable->align : 1;
        size = (size + align - 1) / align * align;
        decoder->local_at[function->variables[i]] = (uint32_t)size;
        size += variable->size;
        if (size > SIM_MAX_LOCAL || variable->size > SIM_MAX_LOCAL) {
            decoder->problem = "more than 512 KB of local memory per thread";
            return false;
        }
    }
    out->local_used = (uint32_t)size;
    out->local_size = align_up((uint32_t)size, 16);
    return true;
}

/* Basic blocks start at branch targets, at reconvergence points and after each instruction that control may leave
 * at. */
static void find_leaders(Decoder *decoder) {
    const PtxFunction *function = decoder->function;
    uint32_t count = function->instr_count;
    decoder->leads = arena_array(decoder->arena, bool, (size_t)count + 2);
    decoder->leads[0] = decoder->leads[count] = true;
    for (uint32_t i = 0; i < count; i++) {
        const PtxInstr *instr = &function->instrs[i];
        if (instr->op == PTX_OP_BRA) decoder->leads[instr->operand[0].target] = true;
        for (uint32_t j = 0; instr->op == PTX_OP_BRX && j < instr->target_count; j++)
            decoder->leads[instr->targets[j]] = true;
        switch (ptx_opcode[instr->op].kind) {
        case PTX_KIND_BRANCH: decoder->leads[instr->reconverge] = true; /* fall through */
        case PTX_KIND_CALL:
        case PTX_KIND_RETURN:
        case PTX_KIND_EXIT:
        case PTX_KIND_BARRIER: decoder->leads[i + 1] = true; break;
        case PTX_KIND_WARP: decoder->leads[i + 1] |= instr->guard >= 0; break;
        default: break;
        }
    }
}

static bool decode_function(Decoder *decoder, int32_t index, uint32_t pc_base, Result *result) {
    decoder->out = &decoder->program->functions[index];
    decoder->function = decoder->out->source;
    decoder->is_kernel = decoder->out == decoder->program->kernel;
    decoder->pc_base = decoder->pc = pc_base;
    decoder->rows_size = SIM_ROW64; /* operand 0 is no row: micro-instructions have it where they need none */
    decoder->predicates = 0;
    decoder->used = NULL;
    decoder->origins = sim_shared_origins(decoder->arena, decoder->module, decoder->function);
    decoder->param_origins = sim_param_origins(decoder->arena, decoder->module, decoder->function);
    decoder->global_origins = sim_global_origins(decoder->arena, decoder->module, decoder->function);
    decoder->cas_first_loads = sim_cas_first_loads(decoder->arena, decoder->function);
    decoder->polls = sim_polls(decoder->arena, decoder->module, decoder->function, decoder->waited[index]);
    decoder->uses = sim_uses(decoder->arena, decoder->module, decoder->function, decoder->origins);
    decoder->has_fence = sim_has_fence(decoder->function);
    decoder->temporaries_most = decoder->temporary_predicates_most = 0;
    decoder->code.at = NULL;
    decoder->code.count = decoder->code.capacity = decoder->fixups.count = 0;
    uint32_t count = decoder->function->instr_count;
    decoder->slot = arena_array(decoder->arena, SimSlot, (size_t)decoder->function->reg_count + 1);
    decoder->read = arena_array(decoder->arena, bool, (size_t)decoder->function->reg_count + 1);
    bool *skipped = arena_array(decoder->arena, bool, (size_t)count + 1);
    if (!place_params(decoder)) {
        result->status = RUN_UNSUPPORTED;
        result->error = arena_printf(decoder->arena, "the simulator does not support %s", decoder->problem);
        return false;
    }
    find_leaders(decoder);
    sim_find_constants(decoder, skipped);
    sim_assemble(decoder);
    if (decoder->is_kernel) {
        decoder->program->kernel_pc = pc_base;
        sim_match_branches(decoder);
    }
    sim_place_registers(decoder);
    decoder->ordered |= sim_blocks_collide(decoder->function, decoder->arena);
    if (!sim_emit_function(decoder, skipped, result)) return false;
    decoder->out->entry = decoder->code.at;
    decoder->out->predicates = decoder->predicates + decoder->temporary_predicates_most;
    decoder->out->frame_size = decoder->rows_size + decoder->temporaries_most * SIM_ROW64;
    if (decoder->out->frame_size > SIM_MAX_STACK) {
        result->status = RUN_UNSUPPORTED;
        result->error =
            arena_printf(decoder->arena, "the simulator does not support functions with as many registers as %s",
                         decoder->function->source_name);
        return false;
    }
    return true;
}

/* ---- the whole program ------------------------------------------------------------------------------------------- */

/* The source file's name: the launch's own name for it wherever the last parts of the two paths agree, because PTX
 * has the path that the compiler was given. */
static const char *file_of(const Decoder *decoder, uint32_t file) {
    const char *name = file < decoder->module->file_count ? decoder->module->files[file] : "";
    const char *known = decoder->launch->image->file;
    if (known == NULL) return name;
    const char *a = strrchr(name, '/'), *b = strrchr(known, '/');
    return *name == 0 || strcmp(a != NULL ? a + 1 : name, b != NULL ? b + 1 : known) == 0 ? known : name;
}

static Loc loc_of(const Decoder *decoder, const PtxInstr *instr) {
    const char *known = decoder->launch->image->file, *file = file_of(decoder, instr->file);
    if (instr->inlined_line && file != known)
        return (Loc){.file = file_of(decoder, instr->inlined_file), .line = (int)instr->inlined_line};
    return (Loc){.file = instr->line ? file : known, .line = (int)instr->line, .column = (int)instr->column};
}

/* The line on which a kernel's name stands before its parameters; 0 where it is not found. */
static int line_of_kernel(const char *source, const char *name) {
    size_t size = strlen(name);
    int line = 1;
    for (const char *at = source; at != NULL && *at != 0; at++) {
        line += *at == '\n';
        if (strncmp(at, name, size) == 0 && at[size + strspn(at + size, " ")] == '(' && at > source &&
            (at[-1] == ' ' || at[-1] == '\n'))
            return line;
    }
    return 0;
}

enum { UNKNOWN_LINE = -1 };

/* Gives a trap without a source line the line of its kernel, which is searched for once. Compilers put such a trap in
 * place of code whose behaviour is undefined; often nothing else of the kernel is left. */
static void locate_trap(const Decoder *decoder, const PtxInstr *instr, const PtxFunction *function, int *line,
                        Loc *loc) {
    const Image *image = decoder->launch->image;
    if (instr->op != PTX_OP_TRAP || loc->line != 0 || !function->is_entry) return;
    loc->file = image->file;
    if (*line == UNKNOWN_LINE) *line = line_of_kernel(image->source, function->name);
    loc->line = *line;
}

static void number_instructions(Decoder *decoder, uint32_t *pc_base) {
    SimProgram *program = decoder->program;
    const PtxModule *module = decoder->module;
    for (uint32_t i = 0; i < module->function_count; i++) {
        pc_base[i] = program->pc_count;
        if (program->functions[i].loaded) program->pc_count += module->functions[i].instr_count + 1;
    }
    program->pc_loc = arena_array(decoder->arena, Loc, (size_t)program->pc_count + 1);
    program->pc_text = arena_array(decoder->arena, const char *, (size_t)program->pc_count + 1);
    program->pc_barrier = arena_array(decoder->arena, bool, (size_t)program->pc_count + 1);
    program->pc_assembled = arena_array(decoder->arena, SimAssembled, (size_t)program->pc_count + 1);
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!program->functions[i].loaded) continue;
        int line = UNKNOWN_LINE;
        for (uint32_t j = 0; j < module->functions[i].instr_count; j++) {
            const PtxInstr *instr = &module->functions[i].instrs[j];
            program->pc_loc[pc_base[i] + j] = loc_of(decoder, instr);
            locate_trap(decoder, instr, &module->functions[i], &line, &program->pc_loc[pc_base[i] + j]);
            program->pc_text[pc_base[i] + j] = module->functions[i].instrs[j].text;
            program->pc_barrier[pc_base[i] + j] = ptx_opcode[instr->op].kind == PTX_KIND_BARRIER;
        }
    }
}

static void write_constants(Decoder *decoder) {
    uint8_t *rows = arena_alloc(decoder->arena, decoder->constant_bytes + SIM_ROW64, SIM_ROW_ALIGN);
    for (size_t i = 0; i < decoder->constants.count; i++) {
        const SimConstant *constant = &decoder->constants.at[i];
        for (int lane = 0; lane < WARP_SIZE; lane++)
            memcpy(rows + constant->offset + (size_t)lane * constant->bytes, &constant->value, constant->bytes);
    }
    decoder->program->launch_rows = rows;
}

static void measure_locals(Decoder *decoder, int32_t kernel) {
    uint32_t count = decoder->module->function_count;
    Depth depth = {.deepest = arena_array(decoder->arena, uint32_t, count),
                   .state = arena_array(decoder->arena, uint8_t, count)};
    uint32_t deepest = measure_depth(decoder, &depth, kernel, 0);
    SimProgram *program = decoder->program;
    program->calls_back = depth.calls_back;
    program->local_size = deepest + (depth.recursive ? SIM_RECURSION_LOCAL : 0);
    program->local_used =
        program->local_size == program->kernel->local_size ? program->kernel->local_used : program->local_size;
}

static bool uses_service(const SimProgram *program, const PtxModule *module) {
    for (uint32_t i = 0; i < module->function_count; i++) {
        if (!program->functions[i].loaded) continue;
        for (uint32_t j = 0; j < module->functions[i].instr_count; j++) {
            const PtxInstr *instr = &module->functions[i].instrs[j];
            if (instr->op == PTX_OP_CALL && instr->operand[0].kind == PTX_OPERAND_FUNCTION &&
                program->functions[instr->operand[0].function].service != SIM_SERVICE_NONE &&
                program->functions[instr->operand[0].function].service != SIM_SERVICE_ASSERT)
                return true;
        }
    }
    return false;
}

SimProgram *sim_load(const PtxModule *module, int32_t kernel, const SimPlaces *places, const Launch *launch,
                     Arena *arena, Result *result) {
    SimProgram *program = arena_make(arena, SimProgram);
    Decoder *decoder = arena_make(arena, Decoder);
    if (sim_lanes(launch->lanes) == NULL) {
        result->status = RUN_UNSUPPORTED;
        result->error =
            arena_printf(arena, "the simulator does not support lanes by %s on this processor", launch->lanes);
        return NULL;
    }
    decoder->arena = arena;
    decoder->module = module;
    decoder->program = program;
    decoder->lanes = program->lanes = sim_lanes(launch->lanes);
    decoder->launch = launch;
    decoder->place = places->variable;
    decoder->param_at = places->param_at;
    decoder->shared_total = places->shared_total;
    decoder->grid_workspace = places->grid_workspace;
    decoder->waited = sim_waited_functions(arena, module);
    decoder->frame_param = arena_array(arena, int32_t, (size_t)module->variable_count + 1);
    decoder->local_at = arena_array(arena, uint32_t, (size_t)module->variable_count + 1);
    for (uint32_t i = 0; i < module->variable_count; i++) decoder->frame_param[i] = SIM_NO_PARAM;
    program->module = module;
    program->functions = arena_array(arena, SimFunction, module->function_count);
    program->kernel = &program->functions[kernel];
    program->kernel_name = ptx_source_name(decoder->arena, module->functions[kernel].name);
    for (uint32_t i = 0; i < module->function_count; i++) {
        program->functions[i].source = &module->functions[i];
        if (module->functions[i].is_declaration)
            program->functions[i].service = sim_service_find(module->functions[i].name);
    }
    for (uint32_t i = 0; i < module->function_count; i++) program->functions[i].loaded = places->reachable[i];
    uint32_t *pc_base = arena_array(arena, uint32_t, module->function_count);
    number_instructions(decoder, pc_base);
    sim_new_branch(decoder, UINT32_MAX); /* number 0: branches that are no PTX instructions */
    for (uint32_t i = 0; i < module->function_count; i++)
        if (program->functions[i].loaded && !place_locals(decoder, &program->functions[i])) {
            result->status = RUN_UNSUPPORTED;
            result->error = arena_printf(arena, "the simulator does not support %s", decoder->problem);
            return NULL;
        }
    for (uint32_t i = 0; i < module->function_count; i++)
        if (program->functions[i].loaded && !decode_function(decoder, (int32_t)i, pc_base[i], result)) return NULL;
    measure_locals(decoder, kernel);
    write_constants(decoder);
    program->param_rows = decoder->param_rows.at;
    program->param_row_count = decoder->param_rows.count;
    program->counted = decoder->counted.at;
    program->counted_count = decoder->counted.count;
    program->pc_base = pc_base;
    sim_find_effects(program, arena);
    for (uint32_t i = 0; i < module->function_count; i++)
        if (program->functions[i].loaded) sim_find_rounds(decoder, &module->functions[i], pc_base[i]);
    program->rounds = decoder->rounds.at;
    program->round_count = decoder->rounds.count;
    program->branch_count = (uint32_t)decoder->branch_pc.count;
    program->branch_pc = decoder->branch_pc.at;
    program->ordered = decoder->ordered || uses_service(program, module);
    program->global_atomics = decoder->global_atomics;
    program->blocks_meet = decoder->blocks_meet;
    program->mixed_sizes = decoder->narrow_strong && decoder->wide_strong;
    program->exchanges = decoder->overwrites && decoder->carries;
    program->point_to_point = decoder->point_to_point || program->mixed_sizes;
    return program;
}
