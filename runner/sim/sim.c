/* The simulator as a Device: each launch in a context of its own, from PTX text to a Result. */
#include "sim/context_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/system.h"
#include "ptx/refuse.h"
#include "sim/memory/space/share.h"

/* A launch and the context that it is given. */
typedef struct Run {
    const Launch *launch;
    SimContext *context;
    SimModule *module;
    Arena *arena;
    Result *result;
    uint8_t **host;    /* by buffer: its bytes in the context; NULL where the context works on the buffer's own */
    uint64_t *address; /* by buffer */
} Run;

/* By buffer: whether it is a texture, which has no address. */
static bool *find_textures(const Run *run) {
    const Launch *launch = run->launch;
    bool *is_texture = arena_array(run->arena, bool, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->arg_count; i++)
        if (launch->args[i].kind == ARG_TEXTURE) is_texture[launch->args[i].buffer] = true;
    return is_texture;
}

static void place_symbol(Run *run, size_t index, bool initialised) {
    const Buffer *buffer = &run->launch->buffers[index];
    uint64_t size, bytes = buffer->count * scalar_size(buffer->type);
    uint64_t address = sim_module_variable(run->module, buffer->symbol, &size);
    if (address == 0) return;
    run->host[index] = sim_context_bytes(run->context, address, bytes);
    if (!initialised && size == bytes) sim_memory_watch(run->context->memory, address, true, false);
}

static uint64_t buffer_size(const Buffer *buffer) {
    return buffer->count * scalar_size(buffer->type);
}

static bool overlaps(const Buffer *one, const Buffer *other) {
    uintptr_t at = (uintptr_t)one->bytes, its = (uintptr_t)other->bytes;
    return at < its + buffer_size(other) && its < at + buffer_size(one);
}

/* Whether no other buffer holds the same bytes, which would become one memory then. */
static bool lies_apart(const Launch *launch, size_t index) {
    bool apart = true;
    for (size_t i = 0; i < launch->buffer_count; i++)
        apart &= i == index || !overlaps(&launch->buffers[index], &launch->buffers[i]);
    return apart;
}

/* The kernel works on the buffer's own bytes, which undo.c takes back where that is necessary; an input's stay as they
 * are. The allocation's address; 0: the bytes have to be copied. */
static uint64_t place_in_place(const Run *run, size_t index, bool initialised) {
    const Buffer *buffer = &run->launch->buffers[index];
    SimMemory *memory = run->context->memory;
    if ((!buffer->output && !initialised) || !lies_apart(run->launch, index)) return 0;
    uint64_t address =
        sim_memory_adopt(memory, buffer->name, buffer_size(buffer), (uint32_t)scalar_size(buffer->type), buffer->bytes);
    if (address != 0 && !buffer->output) sim_memory_lend(memory, address);
    return address;
}

static uint64_t place_copy(Run *run, size_t index) {
    const Buffer *buffer = &run->launch->buffers[index];
    SimMemory *memory = run->context->memory;
    uint64_t address = sim_memory_allocate(memory, buffer->name, buffer_size(buffer),
                                           (uint32_t)scalar_size(buffer->type), &run->host[index]);
    if (address != 0 && buffer->count != 0) sim_memory_is_kept_at(memory, address, buffer->bytes);
    return address;
}

static bool place_buffer(Run *run, size_t index, bool initialised) {
    const Buffer *buffer = &run->launch->buffers[index];
    SimMemory *memory = run->context->memory;
    uint64_t address = place_in_place(run, index, initialised);
    if (address == 0) address = place_copy(run, index);
    if (address == 0) return false;
    sim_memory_watch(memory, address, buffer->output, initialised);
    if (!buffer->output) sim_memory_is_scratch(memory, address);
    run->address[index] = address;
    return true;
}

static bool copy_in(Run *run) {
    const Launch *launch = run->launch;
    const bool *is_texture = find_textures(run);
    run->host = arena_array(run->arena, uint8_t *, launch->buffer_count + 1);
    run->address = arena_array(run->arena, uint64_t, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        bool initialised = launch->poisoned == NULL || !launch->poisoned[i];
        if (is_texture[i]) continue;
        if (buffer->symbol != NULL)
            place_symbol(run, i, initialised);
        else if (!place_buffer(run, i, initialised))
            return false;
        if (buffer->count != 0 && run->host[i] != NULL)
            sim_copy(run->host[i], buffer->bytes, buffer->count * scalar_size(buffer->type), sim_thread_count(launch));
    }
    return true;
}

static void copy_out(const Run *run) {
    const Launch *launch = run->launch;
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        if (buffer->output && buffer->count != 0 && run->host[i] != NULL)
            sim_copy(buffer->bytes, run->host[i], buffer->count * scalar_size(buffer->type), sim_thread_count(launch));
    }
}

static uint64_t add_texture(const Run *run, const Arg *arg) {
    const Buffer *buffer = &run->launch->buffers[arg->buffer];
    SimTexture texture = {.name = arg->name, .how = arg->texture, .type = buffer->type, .texels = buffer->bytes};
    return context_add_texture(run->context, texture);
}

static const uint8_t *write_params(const Run *run) {
    const Launch *launch = run->launch;
    const SimKernel *kernel = sim_module_kernel(run->module, launch->kernel);
    uint8_t *params = arena_alloc(run->arena, kernel->parameter_bytes + 1, 16);
    for (size_t i = 0; i < kernel->parameter_count; i++) {
        const Arg *arg = &launch->args[i];
        uint64_t value = arg->kind == ARG_BUFFER    ? run->address[arg->buffer]
                         : arg->kind == ARG_TEXTURE ? add_texture(run, arg)
                                                    : arg->value;
        memcpy(params + kernel->parameters[i].offset, arg->bytes != NULL ? arg->bytes : &value, launch_arg_size(arg));
    }
    return params;
}

static void run_module(Run *run) {
    const Launch *launch = run->launch;
    uint64_t limit = launch->memory != 0 ? launch->memory : SIM_DEFAULT_MEMORY;
    if (!module_place(run->module, limit, !launch->skip_races, run->arena, run->result)) return;
    if (!copy_in(run)) {
        run->result->status = RUN_UNSUPPORTED;
        run->result->error = "the simulator does not support so many bytes in one launch";
        return;
    }
    launch_run(run->module, launch, write_params(run), run->arena, run->result);
    copy_out(run);
}

/* A launch that CUDA would refuse takes no memory. */
static bool refuses(const Run *run) {
    const KernelResources *resources = image_resources(run->launch->image, run->launch->kernel);
    int32_t kernel = ptx_find_kernel(run->launch, run->module->ptx, run->arena, run->result);
    return kernel < 0 || refuse_launch(run->launch, run->module->ptx, kernel, resources, run->arena, run->result);
}

static void run(Device *device, const Launch *launch, Arena *arena, Result *result) {
    (void)device;
    double start = system_seconds();
    *result = (Result){.printed = ""};
    SimContextSettings settings = {0};
    Run one = {.launch = launch, .context = sim_context_new(&settings), .arena = arena, .result = result};
    one.context->warns_of_heap = true;
    one.module = module_parse(one.context, launch->image, launch->kernel, arena, arena, result);
    if (one.module != NULL && !refuses(&one)) run_module(&one);
    result->unknown_to_device = result->status == RUN_UNSUPPORTED;
    launch_metrics(launch, &result->metrics);
    sim_context_free(one.context);
    result->host_seconds = system_seconds() - start;
}

static void close_device(Device *device) {
    free(device);
}

Device *device_open_sim(void) {
    Device *device = memory_zeroed(1, sizeof *device);
    device->name = "sim";
    device->run = run;
    device->close = close_device;
    return device;
}
