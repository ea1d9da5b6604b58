/* Modules: read once, with variables that keep their place and their values, and kernels that are decoded once for each
 * shape of launch. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "finding_kinds.h"
#include "ptx/refuse.h"
#include "sim/context_state.h"

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static void find_kernels(SimModule *module) {
    const PtxModule *ptx = module->ptx;
    module->kernel_at = arena_array(module->arena, int32_t, (size_t)ptx->function_count + 1);
    for (uint32_t i = 0; i < ptx->function_count; i++)
        if (ptx->functions[i].is_entry && !ptx->functions[i].is_declaration)
            module->kernel_at[module->kernel_count++] = (int32_t)i;
    module->kernels = arena_array(module->arena, SimKernel, module->kernel_count + 1);
}

SimModule *module_parse(SimContext *context, const Image *image, const char *only, Arena *home, Arena *arena,
                        Result *result) {
    SimModule *module = memory_zeroed(1, sizeof *module);
    *module = (SimModule){
        .context = context, .arena = home != NULL ? home : arena_new(), .own_arena = home == NULL, .image = *image};
    DiagList diags = diag_list(arena);
    module->ptx = ptx_parse_kernel(image->ptx != NULL ? image->ptx : "", image->ptx_size, only, module->arena, &diags);
    if (module->ptx == NULL) {
        result->status = RUN_UNSUPPORTED;
        result->error = diags.first != NULL ? diags.first->message : "the simulator could not read the compiler's PTX";
        result->error_loc = diags.first != NULL ? diags.first->loc : (Loc){0};
        module_free(module);
        return NULL;
    }
    find_kernels(module);
    context->modules = memory_resize(context->modules, context->module_count + 1, sizeof(SimModule *));
    context->modules[context->module_count++] = module;
    return module;
}

bool module_refuses_memory(uint64_t wanted, uint64_t limit, const char *what, Arena *arena, Result *result) {
    if (wanted <= limit) return false;
    result->status = RUN_STOPPED;
    result->findings = arena_make(arena, Finding);
    result->finding_count = 1;
    result->findings[0] =
        (Finding){.kind = FINDING_BUDGET,
                  .count = 1,
                  .message = arena_printf(
                      arena,
                      "%s would take %llu MB of this machine's memory in the simulator, and may take "
                      "%llu: make them smaller (--memory allows more)",
                      what, (unsigned long long)((wanted + (1 << 20) - 1) >> 20), (unsigned long long)(limit >> 20))};
    return true;
}

bool module_place(SimModule *module, uint64_t limit, bool watched, Arena *arena, Result *result) {
    module->variables_cost = sim_variables_cost(module->ptx, watched);
    if (module_refuses_memory(module->variables_cost, limit, "the __device__ variables of this file", arena, result))
        return false;
    module->variables =
        (SimVariables){.module = module->ptx, .memory = module->context->memory, .arena = module->arena};
    const char *problem = sim_place_variables(&module->variables);
    if (problem == NULL) return true;
    result->status = RUN_UNSUPPORTED;
    result->error = arena_printf(arena, "the simulator does not support %s", problem);
    return false;
}

void module_free(SimModule *module) {
    for (size_t i = 0; i < DECODED_KEPT; i++) arena_free(module->decoded[i].arena);
    if (module->own_arena) arena_free(module->arena);
    free(module);
}

static Image copy_image(const Image *image, const char *arch, Arena *arena) {
    Image copy = *image;
    copy.file = arena_string(arena, image->file);
    copy.arch = arena_string(arena, arch != NULL ? arch : image->arch);
    copy.source = arena_string(arena, image->source);
    copy.ptx = image->ptx != NULL ? arena_string_n(arena, image->ptx, image->ptx_size) : NULL;
    copy.cubin = image->cubin != NULL ? arena_copy(arena, image->cubin, image->cubin_size, 16) : NULL;
    KernelResources *resources = arena_array(arena, KernelResources, image->resource_count + 1);
    for (size_t i = 0; i < image->resource_count; i++) {
        resources[i] = image->resources[i];
        resources[i].kernel = arena_string(arena, image->resources[i].kernel);
    }
    copy.resources = resources;
    return copy;
}

SimModule *sim_context_load(SimContext *context, const Image *image, Arena *arena, Result *result) {
    *result = (Result){.printed = ""};
    Image copy = copy_image(image, context->settings.arch, context->arena);
    SimModule *module = module_parse(context, &copy, NULL, NULL, arena, result);
    if (module == NULL) return NULL;
    uint64_t limit = context->settings.memory != 0 ? context->settings.memory : SIM_DEFAULT_MEMORY;
    return module_place(module, limit, true, arena, result) ? module : NULL;
}

/* ---- variables and kernels --------------------------------------------------------------------------------------- */

uint64_t sim_module_variable(const SimModule *module, const char *name, uint64_t *size) {
    int32_t found = ptx_find_symbol(module->ptx, name);
    if (found < 0 || !module->variables.place[found].known) return 0;
    *size = module->ptx->variables[found].size;
    bool constant = module->ptx->variables[found].space == PTX_CONST;
    return module->variables.place[found].address + (constant ? SIM_CONST_BASE : 0);
}

static uint32_t threads_allowed(const PtxFunction *function) {
    uint64_t most = 1;
    for (int i = 0; i < 3; i++) most *= function->max_threads[i] != 0 ? function->max_threads[i] : 1;
    bool bounded = function->max_threads[0] != 0 || function->max_threads[1] != 0 || function->max_threads[2] != 0;
    return bounded && most < 1024 ? (uint32_t)most : 1024;
}

static uint64_t local_of(const PtxModule *ptx, const PtxFunction *function) {
    uint64_t size = 0;
    for (uint32_t i = 0; i < function->variable_count; i++)
        if (ptx->variables[function->variables[i]].space == PTX_LOCAL)
            size += ptx->variables[function->variables[i]].size;
    return size;
}

static void describe_parameters(SimModule *module, int32_t index, SimKernel *kernel) {
    const PtxFunction *function = &module->ptx->functions[index];
    uint32_t *at = arena_array(module->arena, uint32_t, (size_t)module->ptx->variable_count + 1);
    SimParameter *parameters = arena_array(module->arena, SimParameter, (size_t)function->param_count + 1);
    uint64_t size = 0;
    if (sim_place_params(module->ptx, index, at, &size) != NULL) return; /* the launch says what is not supported */
    for (uint32_t i = 0; i < function->param_count; i++)
        parameters[i] = (SimParameter){.offset = at[function->params[i]],
                                       .size = (uint32_t)module->ptx->variables[function->params[i]].size};
    kernel->parameters = parameters;
    kernel->parameter_count = function->param_count;
    kernel->parameter_bytes = (size_t)size;
}

static void describe(SimModule *module, int32_t index, SimKernel *kernel) {
    const PtxFunction *function = &module->ptx->functions[index];
    const KernelResources *resources = image_resources(&module->image, function->name);
    SimPlacing placing = {.variables = &module->variables, .arena = module->arena};
    sim_place_shared(&placing, sim_reachable(module->ptx, index, module->arena));
    *kernel = (SimKernel){.name = function->name,
                          .shared_static = placing.shared_static,
                          .local = local_of(module->ptx, function),
                          .registers = resources != NULL ? resources->registers : -1,
                          .max_threads = threads_allowed(function)};
    describe_parameters(module, index, kernel);
}

static const SimKernel *kernel_at(SimModule *module, size_t index) {
    SimKernel *kernel = &module->kernels[index];
    if (kernel->name == NULL) describe(module, module->kernel_at[index], kernel);
    return kernel;
}

const SimKernel *sim_module_kernel(SimModule *module, const char *name) {
    for (size_t i = 0; i < module->kernel_count; i++)
        if (text_equal(module->ptx->functions[module->kernel_at[i]].name, name)) return kernel_at(module, i);
    return NULL;
}

static SimVariableUse function_use(const PtxFunction *function, int32_t variable) {
    SimVariableUse use = SIM_VARIABLE_UNUSED;
    for (uint32_t i = 0; i < function->instr_count; i++)
        for (uint32_t j = 0; j < function->instrs[i].operand_count; j++) {
            const PtxOperand *operand = &function->instrs[i].operand[j];
            bool address = operand->kind == PTX_OPERAND_ADDRESS, symbol = operand->kind == PTX_OPERAND_SYMBOL;
            if ((!address && !symbol) || operand->variable != variable) continue;
            if (symbol || function->instrs[i].op != PTX_OP_LD) return SIM_VARIABLE_WRITTEN;
            use = SIM_VARIABLE_READ;
        }
    return use;
}

SimVariableUse sim_kernel_variable_use(const SimModule *module, const SimKernel *kernel, const char *variable) {
    const PtxModule *ptx = module->ptx;
    int32_t wanted = ptx_find_symbol(ptx, variable), index = 0;
    while (!text_equal(ptx->functions[index].name, kernel->name)) index++;
    Arena *arena = arena_new();
    const bool *reachable = sim_reachable(ptx, index, arena);
    SimVariableUse most = SIM_VARIABLE_UNUSED;
    for (uint32_t i = 0; wanted >= 0 && i < ptx->function_count; i++) {
        SimVariableUse use = reachable[i] ? function_use(&ptx->functions[i], wanted) : SIM_VARIABLE_UNUSED;
        if (use > most) most = use;
    }
    arena_free(arena);
    return most;
}

uint64_t sim_module_decodes(const SimModule *module) {
    return module->decodes;
}

/* ---- decoding ---------------------------------------------------------------------------------------------------- */

static bool is_for(const DecodedKernel *decoded, int32_t kernel, const Launch *request) {
    return decoded->arena != NULL && decoded->kernel == kernel && decoded->shared_dynamic == request->shared_dynamic &&
           decoded->cooperative == request->cooperative &&
           memcmp(decoded->grid, request->grid, sizeof decoded->grid) == 0 &&
           memcmp(decoded->block, request->block, sizeof decoded->block) == 0 &&
           text_equal(decoded->lanes, request->lanes);
}

/* A free place, or that of the kernel that was not used for the longest time. */
static DecodedKernel *free_place(SimModule *module) {
    DecodedKernel *place = &module->decoded[0];
    for (size_t i = 0; i < DECODED_KEPT && place->arena != NULL; i++)
        if (module->decoded[i].arena == NULL || module->decoded[i].used < place->used) place = &module->decoded[i];
    arena_free(place->arena);
    *place = (DecodedKernel){0};
    return place;
}

enum { MOST_SHARED = 256 << 10 };

static bool refuse_shared_memory(const DecodedKernel *decoded, const Launch *request, Arena *arena, Result *result) {
    const KernelResources *resources = image_resources(request->image, request->kernel);
    uint64_t declared = decoded->placing.shared_static;
    uint64_t reported =
        resources != NULL && resources->shared_static >= 0 ? (uint64_t)resources->shared_static : declared;
    if (refuse_launch_shared(request, reported, arena, result)) return true;
    /* Checked here as well as by the assembler, which counts in 32 bits: 2^40 bytes are 0 bytes to it. */
    return declared > MOST_SHARED && refuse_launch_shared(request, declared, arena, result);
}

/* The error's text lies in an arena that goes. */
static void keep_error(Arena *arena, Result *result) {
    if (result->error != NULL) result->error = arena_string(arena, result->error);
}

static bool decode(SimModule *module, DecodedKernel *decoded, const Launch *request, Arena *arena, Result *result) {
    const bool *reachable = sim_reachable(module->ptx, decoded->kernel, decoded->arena);
    decoded->placing = (SimPlacing){
        .variables = &module->variables, .arena = decoded->arena, .shared_dynamic = request->shared_dynamic};
    sim_place_shared(&decoded->placing, reachable);
    if (refuse_shared_memory(decoded, request, arena, result)) return false;
    uint32_t *param_at = arena_array(decoded->arena, uint32_t, (size_t)module->ptx->variable_count + 1);
    const char *problem = sim_place_params(module->ptx, decoded->kernel, param_at, &decoded->param_size);
    if (problem != NULL) {
        result->status = RUN_UNSUPPORTED;
        result->error = arena_printf(arena, "the simulator does not support %s", problem);
        return false;
    }
    uint64_t shared_size = decoded->placing.dynamic_offset + request->shared_dynamic;
    SimPlaces places = {.variable = decoded->placing.place,
                        .param_at = param_at,
                        .shared_total = (uint32_t)shared_size,
                        .grid_workspace = request->cooperative ? module->context->grid_workspace : 0,
                        .reachable = reachable};
    module->decodes++;
    decoded->program = sim_load(module->ptx, decoded->kernel, &places, request, decoded->arena, result);
    if (decoded->program == NULL) keep_error(arena, result);
    return decoded->program != NULL;
}

DecodedKernel *module_decoded(SimModule *module, int32_t kernel, const Launch *request, Arena *arena, Result *result) {
    module->launches++;
    for (size_t i = 0; i < DECODED_KEPT; i++) {
        DecodedKernel *decoded = &module->decoded[i];
        if (!is_for(decoded, kernel, request)) continue;
        decoded->used = module->launches;
        /* what the host has allowed may have changed since */
        return refuse_shared_memory(decoded, request, arena, result) ? NULL : decoded;
    }
    DecodedKernel *decoded = free_place(module);
    *decoded = (DecodedKernel){.arena = arena_new(),
                               .kernel = kernel,
                               .shared_dynamic = request->shared_dynamic,
                               .lanes = request->lanes,
                               .cooperative = request->cooperative,
                               .later_pc = UINT32_MAX,
                               .used = module->launches};
    memcpy(decoded->grid, request->grid, sizeof decoded->grid);
    memcpy(decoded->block, request->block, sizeof decoded->block);
    if (decode(module, decoded, request, arena, result)) return decoded;
    arena_free(decoded->arena);
    *decoded = (DecodedKernel){0};
    return NULL;
}
