/* The launches that cudaLaunchKernel would refuse, each with one sentence that names the limit and what was asked
 * for. */
#include "ptx/refuse.h"

#include "arch.h"
#include "base/text.h"

typedef struct Refusal {
    const Launch *launch;
    Arena *arena;
    Result *result;
} Refusal;

static bool refuse(const Refusal *refusal, const char *code, const char *sentence) {
    refusal->result->status = RUN_REFUSED;
    refusal->result->error_code = code;
    refusal->result->error = sentence;
    return true;
}

#define REFUSE(refusal, code, ...) refuse((refusal), (code), arena_printf((refusal)->arena, __VA_ARGS__))

/* A number of the sentence, as the tables have it: "65,536". */
static const char *shown(const Refusal *refusal, uint64_t number) {
    return text_grouped(refusal->arena, number);
}

static bool refuse_shape(const Refusal *refusal) {
    static const uint64_t most_grid[3] = {INT32_MAX, 65535, 65535}, most_block[3] = {1024, 1024, 64};
    const char axis[] = "xyz";
    const Launch *launch = refusal->launch;
    for (int i = 0; i < 3; i++) {
        if (launch->grid[i] == 0 || launch->block[i] == 0)
            return REFUSE(refusal, "cudaErrorInvalidConfiguration", "the %s has 0 in dimension %c; the least is 1",
                          launch->grid[i] == 0 ? "grid" : "block", axis[i]);
        if (launch->grid[i] > most_grid[i])
            return REFUSE(refusal, "cudaErrorInvalidConfiguration",
                          "the grid has %s blocks in dimension %c; the most is %s", shown(refusal, launch->grid[i]),
                          axis[i], shown(refusal, most_grid[i]));
        if (launch->block[i] > most_block[i])
            return REFUSE(refusal, "cudaErrorInvalidConfiguration",
                          "a block has %s threads in dimension %c; the most is %s", shown(refusal, launch->block[i]),
                          axis[i], shown(refusal, most_block[i]));
    }
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    if (threads > ARCH_THREADS_PER_BLOCK)
        return REFUSE(refusal, "cudaErrorInvalidConfiguration", "a block has %u x %u x %u = %s threads; the most is %s",
                      launch->block[0], launch->block[1], launch->block[2], shown(refusal, threads),
                      shown(refusal, ARCH_THREADS_PER_BLOCK));
    return false;
}

static bool refuse_bounds(const Refusal *refusal, const PtxFunction *function) {
    const uint32_t *most = function->max_threads, *block = refusal->launch->block;
    uint64_t bound = 1, threads = (uint64_t)block[0] * block[1] * block[2];
    for (int i = 0; i < 3; i++) bound *= most[i] ? most[i] : 1;
    if ((most[0] || most[1] || most[2]) && threads > bound)
        return REFUSE(refusal, "cudaErrorInvalidValue",
                      "a block has %s threads; the kernel's __launch_bounds__ allow %s", shown(refusal, threads),
                      shown(refusal, bound));
    return false;
}

/* A grid must hold whole clusters, in each dimension (CUDA C++ Programming Guide, thread block clusters). The error is
 * what CUDA 13.0 gave on an H200. */
static bool refuse_clusters(const Refusal *refusal, const PtxFunction *function) {
    const uint32_t *cluster = function->cluster, *grid = refusal->launch->grid;
    for (int i = 0; i < 3; i++)
        if (cluster[i] > 1 && grid[i] % cluster[i] != 0)
            return REFUSE(
                refusal, "cudaErrorInvalidClusterSize",
                "the grid has %s block%s in dimension %c; the kernel's __cluster_dims__ ask for a multiple of "
                "%u",
                shown(refusal, grid[i]), grid[i] == 1 ? "" : "s", "xyz"[i], cluster[i]);
    return false;
}

/* Registers are allocated to warps in units of 256. */
static bool refuse_registers(const Refusal *refusal, const KernelResources *resources, const Arch *arch) {
    const uint32_t *block = refusal->launch->block;
    uint64_t warps = ((uint64_t)block[0] * block[1] * block[2] + 31) / 32;
    if (resources == NULL || resources->registers <= 0) return false;
    uint64_t per_warp = ((uint64_t)resources->registers * 32 + 255) / 256 * 256;
    uint64_t have = arch != NULL ? (uint64_t)arch->registers_per_sm : 65536;
    if (per_warp * warps > have)
        return REFUSE(refusal, "cudaErrorLaunchOutOfResources",
                      "too many resources requested for launch: %d registers for each of %s threads make %s; a "
                      "multiprocessor has %s",
                      resources->registers, shown(refusal, warps * 32), shown(refusal, per_warp * warps),
                      shown(refusal, have));
    return false;
}

bool refuse_is_unknown(const Launch *launch, const PtxFunction *function, const KernelResources *resources) {
    enum { MOST_REGISTERS = 255 };
    bool bounded = function->max_threads[0] > 0 || function->max_threads[1] > 0 || function->max_threads[2] > 0;
    if (bounded || (resources != NULL && resources->registers > 0)) return false;
    const Arch *arch = arch_find(launch->image->arch != NULL ? launch->image->arch : "");
    uint64_t have = arch != NULL ? (uint64_t)arch->registers_per_sm : 65536;
    return (uint64_t)launch->block[0] * launch->block[1] * launch->block[2] * MOST_REGISTERS > have;
}

static bool refuse_shared(const Refusal *refusal, uint64_t shared_static, const Arch *arch) {
    uint64_t limit = arch != NULL ? (uint64_t)arch->shared_per_block : 49152, dynamic = refusal->launch->shared_dynamic;
    uint64_t most = arch != NULL ? (uint64_t)arch->shared_per_block_optin : limit, needed = shared_static + dynamic;
    bool optin = refusal->launch->shared_optin && arch != NULL;
    if (optin) limit = most;
    if (shared_static <= limit && dynamic <= limit - shared_static) return false;
    const char *remedy = "Use a smaller array or a smaller tile";
    if (!optin && dynamic > 0 && needed <= most)
        remedy = arena_printf(refusal->arena,
                              "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, %llu) before "
                              "the launch allows it: a block can have up to %s bytes",
                              (unsigned long long)dynamic, shown(refusal, most));
    return REFUSE(refusal, "cudaErrorInvalidValue",
                  "a block needs %s bytes of shared memory (%s static and %s dynamic); the limit %sis %s bytes. %s",
                  shown(refusal, needed), shown(refusal, shared_static), shown(refusal, dynamic),
                  optin ? "with opting in " : "", shown(refusal, limit), remedy);
}

static bool refuse_arguments(const Refusal *refusal, const PtxModule *module, const PtxFunction *function) {
    const Launch *launch = refusal->launch;
    if (launch->arg_count != function->param_count)
        return REFUSE(
            refusal, "cudaErrorInvalidValue",
            "the kernel %s takes %u argument%s, the launch gives %zu. Keep the kernel's parameters as the lesson has "
            "them",
            launch->kernel, function->param_count, function->param_count == 1 ? "" : "s", launch->arg_count);
    for (size_t i = 0; i < launch->arg_count; i++) {
        const Arg *arg = &launch->args[i];
        uint64_t want = module->variables[function->params[i]].size;
        uint64_t give = launch_arg_size(arg);
        if (want == give) continue;
        return REFUSE(refusal, "cudaErrorInvalidValue",
                      "argument %zu (%s) of %s has %s bytes (%s), the kernel's parameter has %s. Keep the "
                      "parameter's type as "
                      "the lesson has it",
                      i + 1, arg->name != NULL ? arg->name : "?", launch->kernel, shown(refusal, give),
                      arg->kind == ARG_BUFFER    ? "a pointer"
                      : arg->kind == ARG_TEXTURE ? "a texture object"
                      : arg->bytes != NULL       ? "a struct"
                                                 : scalar_name[arg->type],
                      shown(refusal, want));
    }
    return false;
}

/* Limits in texels of cudaMallocArray and, for linear memory, cudaCreateTextureObject, on every GPU since Pascal. */
enum { TEXTURE_WIDTH = 131072, TEXTURE_HEIGHT = 65536, TEXTURE_LINEAR_WIDTH = 1 << 27 };

static bool refuse_textures(const Refusal *refusal) {
    const Launch *launch = refusal->launch;
    for (size_t i = 0; i < launch->arg_count; i++) {
        const Arg *arg = &launch->args[i];
        const Texture *texture = &arg->texture;
        if (arg->kind == ARG_TEXTURE && texture->linear_memory && texture->width > TEXTURE_LINEAR_WIDTH)
            return REFUSE(refusal, "cudaErrorInvalidValue",
                          "the texture %s is %s texels long; the most in linear memory is %s", arg->name,
                          shown(refusal, texture->width), shown(refusal, TEXTURE_LINEAR_WIDTH));
        if (arg->kind != ARG_TEXTURE || texture->linear_memory ||
            (texture->width <= TEXTURE_WIDTH && texture->height <= TEXTURE_HEIGHT))
            continue;
        return REFUSE(refusal, "cudaErrorInvalidValue", "the texture %s is %s x %s texels large; the most is %s x %s",
                      arg->name, shown(refusal, texture->width), shown(refusal, texture->height ? texture->height : 1),
                      shown(refusal, TEXTURE_WIDTH), shown(refusal, TEXTURE_HEIGHT));
    }
    return false;
}

static const char *symbol_name(const PtxVariable *variable) {
    return variable->source_name != NULL ? variable->source_name : variable->name;
}

int32_t ptx_find_symbol(const PtxModule *module, const char *name) {
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const PtxVariable *variable = &module->variables[i];
        bool visible = variable->owner < 0 && (variable->space == PTX_CONST || variable->space == PTX_GLOBAL);
        if (visible && (text_equal(variable->name, name) || text_equal(symbol_name(variable), name))) return (int32_t)i;
    }
    return -1;
}

static bool refuse_symbols(const Refusal *refusal, const PtxModule *module) {
    const Launch *launch = refusal->launch;
    const char **names = arena_array(refusal->arena, const char *, (size_t)module->variable_count + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < module->variable_count; i++)
        if (module->variables[i].owner < 0 &&
            (module->variables[i].space == PTX_CONST || module->variables[i].space == PTX_GLOBAL))
            names[count++] = symbol_name(&module->variables[i]);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->symbol == NULL) continue;
        int32_t found = ptx_find_symbol(module, buffer->symbol);
        const char *near = text_nearest(buffer->symbol, names, count);
        if (found < 0)
            return REFUSE(refusal, "cudaErrorInvalidSymbol", "%s has no __constant__ or __device__ variable %s%s%s%s",
                          launch->image->file != NULL ? launch->image->file : "the source", buffer->symbol,
                          near != NULL ? "; did you mean " : "", near != NULL ? near : "", near != NULL ? "?" : "");
        uint64_t have = module->variables[found].size, want = buffer->count * scalar_size(buffer->type);
        if (want > have)
            return REFUSE(refusal, "cudaErrorInvalidValue", "the variable %s has %s bytes; the launch copies %s to it",
                          buffer->symbol, shown(refusal, have), shown(refusal, want));
    }
    return false;
}

bool refuse_launch_shape(const Launch *launch, const PtxModule *module, int32_t kernel,
                         const KernelResources *resources, Arena *arena, Result *result) {
    Refusal refusal = {.launch = launch, .arena = arena, .result = result};
    const PtxFunction *function = &module->functions[kernel];
    const Arch *arch = arch_find(launch->image->arch != NULL ? launch->image->arch : "");
    return refuse_shape(&refusal) || refuse_bounds(&refusal, function) || refuse_clusters(&refusal, function) ||
           refuse_registers(&refusal, resources, arch);
}

bool refuse_launch(const Launch *launch, const PtxModule *module, int32_t kernel, const KernelResources *resources,
                   Arena *arena, Result *result) {
    Refusal refusal = {.launch = launch, .arena = arena, .result = result};
    return refuse_launch_shape(launch, module, kernel, resources, arena, result) ||
           refuse_arguments(&refusal, module, &module->functions[kernel]) || refuse_textures(&refusal) ||
           refuse_symbols(&refusal, module);
}

bool refuse_launch_shared(const Launch *launch, uint64_t shared_static, Arena *arena, Result *result) {
    Refusal refusal = {.launch = launch, .arena = arena, .result = result};
    return refuse_shared(&refusal, shared_static, arch_find(launch->image->arch != NULL ? launch->image->arch : ""));
}

int32_t ptx_find_kernel(const Launch *launch, const PtxModule *module, Arena *arena, Result *result) {
    const char **names = arena_array(arena, const char *, (size_t)module->function_count + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < module->function_count; i++) {
        const PtxFunction *function = &module->functions[i];
        if (!function->is_entry || function->is_declaration) continue;
        if (text_equal(function->name, launch->kernel)) return (int32_t)i;
        names[count++] = function->name;
    }
    Refusal refusal = {.launch = launch, .arena = arena, .result = result};
    const char *nearest = text_nearest(launch->kernel, names, count);
    if (nearest == NULL && count == 1) nearest = names[0];
    REFUSE(&refusal, "cudaErrorInvalidDeviceFunction", "%s has no kernel %s%s%s%s",
           launch->image->file != NULL ? launch->image->file : "the source", launch->kernel,
           nearest != NULL ? "; it has " : "", nearest != NULL ? nearest : "",
           nearest != NULL ? " (a kernel that a launch names is declared extern \"C\")" : "");
    return -1;
}
