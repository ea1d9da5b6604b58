/* Registration of kernels and variables, which the compiler's own code does before main, and launches. */
#include "program/runtime/runtime_graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FATBIN_WRAPPER = 0x466243B1, MOST_MODULES = 1024, CONFIGURATIONS = 16, MOST_PARAMETERS = 4096 };
#define FATBIN_MAGIC UINT32_C(0xBA55ED50)

/* The pointer that __cudaRegisterFatBinary returns points to one of these. */
typedef struct Module {
    uint64_t number;
} Module;
static Module modules[MOST_MODULES];
static size_t module_count;

/* What stands at the beginning of a program's fat binary, as fatbinary_section.h says. */
typedef struct Wrapper {
    uint32_t magic, version;
    const uint8_t *data;
    const void *others;
} Wrapper;

/* A container's header: magic, version, the header's size, and that of what follows it. */
typedef struct Container {
    uint32_t magic;
    uint16_t version, header;
    uint64_t size;
} Container;

static size_t container_size(const uint8_t *data) {
    Container container;
    memcpy(&container, data, sizeof container);
    return container.magic == FATBIN_MAGIC ? container.header + container.size : 0;
}

void **__cudaRegisterFatBinary(void *binary) {
    const Wrapper *wrapper = binary;
    RuntimeCall call;
    Module *module = NULL;
    if (wrapper == NULL || wrapper->magic != FATBIN_WRAPPER || module_count == MOST_MODULES) return NULL;
    if (runtime_enter(&call, "__cudaRegisterFatBinary")) {
        call.call.arguments[0] = wrapper->version;
        if (runtime_ask(&call, PROGRAM_MODULE, wrapper->data, container_size(wrapper->data))) {
            module = &modules[module_count++];
            module->number = call.reply.values[0];
        }
    }
    runtime_finish(&call);
    runtime_last_error(true);
    return (void **)module;
}

void __cudaRegisterFatBinaryEnd(void **module) {
    (void)module;
}

void __cudaUnregisterFatBinary(void **module) {
    (void)module;
}

char __cudaInitModule(void **module) {
    (void)module;
    return 1;
}

static void register_name(void **module, const void *host, const char *name, ProgramRequest request, uint64_t size,
                          uint64_t constant, uint64_t managed) {
    RuntimeCall call;
    if (module == NULL) return;
    if (runtime_enter(&call, "__cudaRegister")) {
        uint64_t arguments[] = {((const Module *)(const void *)module)->number, (uint64_t)(uintptr_t)host, size,
                                constant, managed};
        memcpy(call.call.arguments, arguments, sizeof arguments);
        runtime_ask(&call, request, name, strlen(name));
    }
    runtime_finish(&call);
    runtime_last_error(true);
}

void __cudaRegisterFunction(void **module, const char *host, char *device, const char *name, int threads, void *tid,
                            void *bid, void *block, void *grid, int *warp) {
    (void)device, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    register_name(module, host, name, PROGRAM_FUNCTION, 0, 0, 0);
}

void __cudaRegisterVar(void **module, char *host, char *device, const char *name, int external, size_t size,
                       int constant, int global) {
    (void)device, (void)external, (void)global;
    register_name(module, host, name, PROGRAM_SYMBOL, size, constant != 0, 0);
}

/* The host's side of a __managed__ variable is a pointer that has to lead to the memory. */
void __cudaRegisterManagedVar(void **module, void **host, char *device, const char *name, int external, size_t size,
                              int constant, int global) {
    (void)device, (void)external, (void)global;
    uint64_t address, bytes;
    register_name(module, host, name, PROGRAM_SYMBOL, size, constant != 0, 1);
    if (runtime_symbol("__cudaRegisterManagedVar", host, &address, &bytes) == cudaSuccess)
        *host = (void *)(uintptr_t)address;
    runtime_last_error(true);
}

cudaError_t runtime_symbol(const char *name, const void *symbol, uint64_t *address, uint64_t *size) {
    RuntimeCall call;
    *address = *size = 0;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)symbol;
        if (runtime_ask(&call, PROGRAM_SYMBOL_FIND, NULL, 0)) {
            *address = call.reply.values[0];
            *size = call.reply.values[1];
            uint64_t offset = call.reply.values[2];
            if (offset != PROGRAM_HOST_SIDE) runtime_open(*address, offset, *size);
        }
    }
    return runtime_finish(&call);
}

/* ---- what <<<>>> says -------------------------------------------------------------------------------------------- */

typedef struct Configuration {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
} Configuration;
static __thread Configuration pushed[CONFIGURATIONS];
static __thread size_t push_count;
static __thread bool popped; /* by the code of a <<<>>>, which launches next */

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    if (push_count == CONFIGURATIONS) return cudaErrorLaunchFailure;
    pushed[push_count++] = (Configuration){grid, block, shared, stream};
    return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    if (push_count == 0) return cudaErrorMissingConfiguration;
    Configuration last = pushed[--push_count];
    popped = true;
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    memcpy(stream, &last.stream, sizeof last.stream);
    return cudaSuccess;
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

/* A kernel's parameters: pairs of offset and size. Asked for once, and kept. */
typedef struct Kernel {
    struct Kernel *next;
    uint64_t function;
    uint32_t count, bytes;
    uint32_t parameters[][2];
} Kernel;
static Kernel *kernels;

static const Kernel *find_kernel(RuntimeCall *call, uint64_t function) {
    for (const Kernel *kernel = kernels; kernel != NULL; kernel = kernel->next)
        if (kernel->function == function) return kernel;
    ProgramCall asked = call->call;
    call->call.arguments[0] = function;
    if (!runtime_ask(call, PROGRAM_KERNEL, NULL, 0)) return NULL;
    uint64_t count = call->reply.values[1];
    if (count > MOST_PARAMETERS || call->reply.size != count * 2 * sizeof(uint32_t)) return NULL;
    Kernel *kernel = calloc(1, sizeof *kernel + call->reply.size);
    if (kernel == NULL) return NULL;
    kernel->function = function;
    kernel->count = (uint32_t)count;
    kernel->bytes = (uint32_t)call->reply.values[2];
    memcpy(kernel->parameters, call->answer, call->reply.size);
    kernel->next = kernels;
    kernels = kernel;
    call->call = asked;
    return kernel;
}

/* Memory of both that a kernel was given is the kernel's until the host has waited. */
void runtime_launched(const RuntimeCall *call, RuntimeOrder order) {
    const uint64_t *ranges = call->answer;
    for (size_t i = 0; i + PROGRAM_RANGE_WORDS <= call->reply.size / sizeof *ranges; i += PROGRAM_RANGE_WORDS) {
        RuntimePart part = {.address = ranges[i],
                            .width = ranges[i + 1],
                            .height = 1,
                            .depth = 1,
                            .order = order,
                            .read = ranges[i + 2] != 0,
                            .whole = true};
        runtime_busy(&part);
    }
}

size_t runtime_pack_launch(RuntimeCall *call, ProgramLaunch *how, void **arguments, uint8_t message[LAUNCH_MESSAGE]) {
    const Kernel *kernel = find_kernel(call, how->function);
    if (kernel == NULL || kernel->bytes > LAUNCH_MESSAGE - sizeof *how || (arguments == NULL && kernel->count > 0)) {
        if (call->error == cudaSuccess) call->error = cudaErrorInvalidValue;
        return 0;
    }
    how->parameter_bytes = kernel->bytes;
    memcpy(message, how, sizeof *how);
    uint8_t *block = message + sizeof *how;
    memset(block, 0, kernel->bytes);
    for (uint32_t i = 0; i < kernel->count; i++)
        if (kernel->parameters[i][0] + kernel->parameters[i][1] <= kernel->bytes)
            memcpy(block + kernel->parameters[i][0], arguments[i], kernel->parameters[i][1]);
    return sizeof *how + kernel->bytes;
}

static cudaError_t launch(const char *name, ProgramLaunch *how, void **arguments) {
    RuntimeCall call;
    static __thread uint8_t message[LAUNCH_MESSAGE];
    popped = false;
    if (runtime_enter(&call, name)) {
        RuntimeWork work = {.type = GRAPH_KERNEL, .request = PROGRAM_LAUNCH, .payload = message};
        work.size = runtime_pack_launch(&call, how, arguments, message);
        if (work.size != 0) runtime_work(&call, how->stream, &work);
    }
    return runtime_finish(&call);
}

static ProgramLaunch launch_of(const void *function, dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
    return (ProgramLaunch){.function = (uint64_t)(uintptr_t)function,
                           .grid = {grid.x, grid.y, grid.z},
                           .block = {block.x, block.y, block.z},
                           .shared_dynamic = shared,
                           .stream = stream};
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
    ProgramLaunch how = launch_of(function, grid, block, shared, stream);
    return launch(popped ? "<<<>>>" : "cudaLaunchKernel", &how, arguments);
}

/* What the compiler's code of CUDA 13 calls for <<<>>>. The handle is the host's function. */
cudaError_t __cudaGetKernel(const void **handle, const void *function) {
    *handle = function;
    return cudaSuccess;
}

cudaError_t cudaGetKernel(const void **handle, const void *function) {
    return __cudaGetKernel(handle, function);
}

cudaError_t cudaGetFuncBySymbol(const void **handle, const void *function) {
    return __cudaGetKernel(handle, function);
}

cudaError_t __cudaLaunchKernel(const void *handle, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
    ProgramLaunch how = launch_of(handle, grid, block, shared, stream);
    return launch("<<<>>>", &how, arguments);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream) {
    ProgramLaunch how = launch_of(function, grid, block, shared, stream);
    how.cooperative = 1;
    return launch("cudaLaunchCooperativeKernel", &how, arguments);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *function, void **arguments) {
    if (config == NULL) return runtime_fail("cudaLaunchKernelExC", cudaErrorInvalidConfiguration);
    ProgramLaunch how =
        launch_of(function, config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute *attribute = &config->attrs[i];
        if (attribute->id == cudaLaunchAttributeCooperative) how.cooperative = attribute->value.cooperative != 0;
        if (attribute->id == cudaLaunchAttributeClusterDimension)
            memcpy(how.cluster, &attribute->value.cluster, sizeof how.cluster);
    }
    return launch("cudaLaunchKernelExC", &how, arguments);
}

/* ---- what is known of a kernel ----------------------------------------------------------------------------------- */

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function) {
    if (attributes == NULL) return runtime_fail("cudaFuncGetAttributes", cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, "cudaFuncGetAttributes")) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)function;
        if (runtime_ask(&call, PROGRAM_FUNCTION_ATTRIBUTES, NULL, 0)) {
            const uint64_t *values = call.reply.values;
            int version = runtime_device()->major * 10 + runtime_device()->minor;
            *attributes = (cudaFuncAttributes){.sharedSizeBytes = values[PROGRAM_VALUE_SHARED],
                                               .constSizeBytes = values[PROGRAM_VALUE_CONSTANT],
                                               .localSizeBytes = values[PROGRAM_VALUE_LOCAL],
                                               .maxThreadsPerBlock = (int)values[PROGRAM_VALUE_THREADS],
                                               .numRegs = (int)values[PROGRAM_VALUE_REGISTERS],
                                               .maxDynamicSharedSizeBytes = (int)values[PROGRAM_VALUE_DYNAMIC],
                                               .preferredShmemCarveout = -1,
                                               .ptxVersion = version,
                                               .binaryVersion = version};
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaFuncSetAttribute(const void *function, int attribute, int value) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaFuncSetAttribute")) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)function;
        call.call.arguments[1] = (uint64_t)attribute;
        call.call.arguments[2] = (uint64_t)value;
        runtime_ask(&call, PROGRAM_FUNCTION_SET, NULL, 0);
    }
    return runtime_finish(&call);
}

/* A preference, which this device has no use for. */
cudaError_t cudaFuncSetCacheConfig(const void *function, int configuration) {
    (void)function, (void)configuration;
    return cudaSuccess;
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, int configuration) {
    (void)function, (void)configuration;
    return cudaSuccess;
}

static cudaError_t occupancy(const char *name, int *blocks, const void *function, int threads, size_t shared) {
    if (blocks == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)function;
        call.call.arguments[1] = (uint64_t)threads;
        call.call.arguments[2] = shared;
        if (runtime_ask(&call, PROGRAM_OCCUPANCY, NULL, 0)) *blocks = (int)call.reply.values[0];
    }
    return runtime_finish(&call);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads,
                                                          size_t shared) {
    return occupancy("cudaOccupancyMaxActiveBlocksPerMultiprocessor", blocks, function, threads, shared);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int threads,
                                                                   size_t shared, unsigned flags) {
    (void)flags;
    return occupancy("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", blocks, function, threads, shared);
}
