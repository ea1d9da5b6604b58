/* Fat binaries, kernels and variables. */
#include "program/server.h"

#include <string.h>

#include "arch.h"
#include "compile/compile.h"
#include "metric_names.h"
#include "program/fatbin.h"
#include "ptx/mangle.h"

void server_module(Served *served) {
    Server *server = served->server;
    if (server->modules.count == SERVER_MODULES || server->binaries + served->size > SERVER_BINARIES) {
        served_fail(served, cudaErrorMemoryAllocation);
        return;
    }
    server->binaries += served->size;
    ServerModule module = {.binary = arena_copy(server->arena, served->payload, served->size, 16),
                           .size = served->size,
                           .linked = served->call->arguments[0] == 2};
    served->reply.values[0] = server->modules.count;
    vec_push(server->arena, &server->modules, module);
}

/* Whether one more name in that module can be remembered. */
static bool knows_module(Served *served, size_t names) {
    if (served->call->arguments[0] < served->server->modules.count && names < SERVER_NAMED) return true;
    served_fail(served, cudaErrorInvalidValue);
    return false;
}

void server_function(Served *served) {
    Server *server = served->server;
    if (!knows_module(served, server->functions.count)) return;
    ServerFunction function = {.host = served->call->arguments[1],
                               .module = (size_t)served->call->arguments[0],
                               .symbol = arena_string_n(server->arena, (const char *)served->payload, served->size)};
    vec_push(server->arena, &server->functions, function);
}

void server_symbol(Served *served) {
    Server *server = served->server;
    if (!knows_module(served, server->symbols.count)) return;
    ServerSymbol symbol = {.host = served->call->arguments[1],
                           .module = (size_t)served->call->arguments[0],
                           .name = arena_string_n(server->arena, (const char *)served->payload, served->size),
                           .size = served->call->arguments[2],
                           .managed = served->call->arguments[4] != 0};
    vec_push(server->arena, &server->symbols, symbol);
}

/* ---- loading ----------------------------------------------------------------------------------------------------- */

/* What is wrong with a binary in which there is no PTX for the device, and the flag that helps. */
static const char *problem_of(FatbinStatus status, const FatbinPtx *ptx, const ServerModule *module,
                              const Server *server) {
    int arch = arch_number(server->job->arch);
    if (module->linked && (status == FATBIN_ONLY_CODE || status == FATBIN_EMPTY))
        return "it was compiled with -rdc=true, and the simulator cannot read what nvcc's linker makes of device code: "
               "compile all in one file, without -rdc=true";
    switch (status) {
    case FATBIN_MALFORMED: return arena_printf(server->arena, "its device code cannot be read: %s", ptx->problem);
    case FATBIN_TOO_NEW:
        return arena_printf(server->arena,
                            "its device code is for newer GPUs (%s): compile with -arch=compute_%d, or say "
                            "--arch",
                            ptx->archs, arch);
    case FATBIN_ONLY_CODE:
        return arena_printf(server->arena,
                            "it holds machine code alone (%s), and the simulator reads PTX: compile with "
                            "-gencode arch=compute_%d,code=compute_%d",
                            ptx->archs, arch, arch);
    default: return "it holds no device code";
    }
}

static void load(Server *server, ServerModule *module) {
    FatbinPtx ptx;
    module->tried = true;
    FatbinStatus status =
        fatbin_read(module->binary, module->size, arch_number(server->job->arch), server->arena, &ptx);
    if (status != FATBIN_FOUND) {
        module->problem = problem_of(status, &ptx, module, server);
        module->error = status == FATBIN_MALFORMED ? cudaErrorInvalidKernelImage : cudaErrorNoKernelImageForDevice;
        return;
    }
    Image image = {.file = server->job->name, .arch = server->job->arch, .ptx = ptx.text, .ptx_size = ptx.size};
    if (server->job->reads_sources) image.read_source = program_source;
    Result result = {0};
    module->module = sim_context_load(server->context, &image, server->arena, &result);
    if (module->module != NULL) return;
    module->problem = result.error != NULL       ? result.error
                      : result.finding_count > 0 ? result.findings[0].message
                                                 : "the simulator could not read its PTX";
    module->error = cudaErrorInvalidPtx;
}

static SimModule *module_of(Served *served, size_t index) {
    Server *server = served->server;
    ServerModule *module = &server->modules.at[index];
    if (!module->tried) load(server, module);
    static const HostSite nowhere; /* it is one finding, wherever the module is asked for */
    if (module->module != NULL) return module->module;
    host_finding(server, HOST_UNSUPPORTED, false, &nowhere, NULL, "%s cannot be simulated: %s", server->job->name,
                 module->problem);
    served_fail(served, module->error);
    return NULL;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

ServerFunction *server_find_function(Served *served, uint64_t host, SimModule **module, const SimKernel **kernel) {
    Server *server = served->server;
    for (size_t i = 0; i < server->functions.count; i++) {
        ServerFunction *function = &server->functions.at[i];
        if (function->host != host) continue;
        *module = module_of(served, function->module);
        if (*module == NULL) return NULL;
        *kernel = sim_module_kernel(*module, function->symbol);
        if (*kernel != NULL) return function;
    }
    /* CUDA 13 takes the address for a handle of its own */
    bool handle = server->major >= 13 && host != 0;
    served_fail(served, handle ? cudaErrorInvalidResourceHandle : cudaErrorInvalidDeviceFunction);
    return NULL;
}

void server_kernel(Served *served) {
    SimModule *module;
    const SimKernel *kernel;
    if (server_find_function(served, served->call->arguments[0], &module, &kernel) == NULL) return;
    served->reply.values[0] = true;
    served->reply.values[1] = kernel->parameter_count;
    served->reply.values[2] = kernel->parameter_bytes;
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        uint32_t pair[] = {kernel->parameters[i].offset, kernel->parameters[i].size};
        text_add_n(&served->answer, (const char *)pair, sizeof pair);
    }
}

/* Registers are not known where only PTX is: then, and for messages, what a kernel of middle size takes. */
enum { ASSUMED_REGISTERS = 32 };

static KernelResources resources_of(const SimKernel *kernel) {
    return (KernelResources){.kernel = kernel->name,
                             .registers = kernel->registers >= 0 ? kernel->registers : ASSUMED_REGISTERS,
                             .shared_static = (int)kernel->shared_static,
                             .stack = (int)kernel->local,
                             .barriers = 1};
}

void server_function_attributes(Served *served) {
    SimModule *module;
    const SimKernel *kernel;
    const ServerFunction *function = server_find_function(served, served->call->arguments[0], &module, &kernel);
    if (function == NULL) return;
    const Arch *arch = arch_find(served->server->job->arch);
    uint64_t dynamic =
        function->optin != 0 ? function->optin : (uint64_t)arch->shared_per_block - kernel->shared_static;
    uint64_t values[] = {[PROGRAM_VALUE_REGISTERS] = (uint64_t)resources_of(kernel).registers,
                         [PROGRAM_VALUE_SHARED] = kernel->shared_static,
                         [PROGRAM_VALUE_LOCAL] = kernel->local,
                         [PROGRAM_VALUE_CONSTANT] = 0,
                         [PROGRAM_VALUE_THREADS] = kernel->max_threads,
                         [PROGRAM_VALUE_DYNAMIC] = dynamic};
    memcpy(served->reply.values, values, sizeof values);
}

/* cudaFuncAttribute */
enum { FUNCTION_DYNAMIC_SHARED = 8, FUNCTION_CARVEOUT = 9 /* per cent of the storage, -1: no preference */ };

void server_function_set(Served *served) {
    SimModule *module;
    const SimKernel *kernel;
    ServerFunction *function = server_find_function(served, served->call->arguments[0], &module, &kernel);
    if (function == NULL) return;
    const Arch *arch = arch_find(served->server->job->arch);
    int64_t attribute = (int64_t)served->call->arguments[1], value = (int64_t)served->call->arguments[2];
    if (attribute == FUNCTION_DYNAMIC_SHARED && value >= 0 &&
        (uint64_t)value + kernel->shared_static <= (uint64_t)arch->shared_per_block_optin)
        function->optin = (uint64_t)value;
    else if (attribute != FUNCTION_CARVEOUT || value < -1 || value > 100)
        served_fail(served, cudaErrorInvalidValue);
}

uint64_t server_blocks_per_multiprocessor(const Server *server, const SimKernel *kernel, uint64_t threads,
                                          uint64_t shared) {
    const Arch *arch = arch_find(server->job->arch);
    KernelResources resources = resources_of(kernel);
    if (threads > ARCH_THREADS_PER_BLOCK || shared > (uint64_t)arch->shared_per_sm) return 0; /* no block fits */
    Metrics metrics = {0};
    occupancy_fill(&resources, arch->name, (int)threads, (size_t)shared, &metrics);
    uint64_t blocks = (uint64_t)arch->threads_per_sm / ((threads + WARP_SIZE - 1) / WARP_SIZE * WARP_SIZE);
    if (metrics.known[METRIC_OCCUPANCY_BLOCKS_PER_SM]) blocks = (uint64_t)metrics.value[METRIC_OCCUPANCY_BLOCKS_PER_SM];
    return blocks < (uint64_t)arch->blocks_per_sm ? blocks : (uint64_t)arch->blocks_per_sm;
}

void server_occupancy(Served *served) {
    SimModule *module;
    const SimKernel *kernel;
    const ServerFunction *function = server_find_function(served, served->call->arguments[0], &module, &kernel);
    if (function == NULL) return;
    const Arch *arch = arch_find(served->server->job->arch);
    int64_t threads = (int64_t)served->call->arguments[1];
    uint64_t shared = served->call->arguments[2], most = (uint64_t)arch->shared_per_block - kernel->shared_static;
    if (function->optin != 0) most = function->optin;
    if (threads < 1)
        served_fail(served, cudaErrorInvalidValue);
    else if (shared <= most) /* with more no block could be launched */
        served->reply.values[0] = server_blocks_per_multiprocessor(served->server, kernel, (uint64_t)threads, shared);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

void server_symbol_find(Served *served) {
    Server *server = served->server;
    uint64_t host = served->call->arguments[0];
    for (size_t i = 0; i < server->symbols.count; i++) {
        ServerSymbol *symbol = &server->symbols.at[i];
        uint64_t size = 0, address = 0;
        if (symbol->host != host && !(symbol->managed && server_is_device(host))) continue;
        SimModule *module = module_of(served, symbol->module);
        if (module == NULL) return;
        address = sim_module_variable(module, symbol->name, &size);
        if (symbol->host != host && address != host) continue; /* host code names a managed variable by its memory */
        if (address == 0) break;
        served->reply.values[0] = address;
        served->reply.values[1] = size;
        served->reply.values[2] = PROGRAM_HOST_SIDE;
        const uint8_t *bytes = sim_context_bytes(server->context, address, size);
        if (symbol->managed && bytes != NULL) served->reply.values[2] = (uint64_t)(bytes - server->region);
        return;
    }
    served_fail(served, cudaErrorInvalidSymbol);
}
