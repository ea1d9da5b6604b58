/* See remembering.h.
 *
 * A launch is known again by all that the simulator reads of it. What depends on the architecture beside the PTX: the
 * machine code of sm_90, from which assembled.* is counted, so that such a launch is always run; what CUDA would refuse
 * (runner/ptx/refuse.c), so that what needs more than every architecture has is always run; and the numbers of the
 * assembler's report, which launch_metrics writes into each result. */
#include "lint/remembering.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vec.h"

/* Bytes of buffers, before and after their launches. What would need more is not remembered. */
static const size_t most_bytes = (size_t)256 << 20;

typedef struct Remembered {
    const char *key;
    size_t key_size;
    void **before, **after; /* by buffer; after: of outputs */
    Result result;
} Remembered;

typedef struct Remembering {
    Device device;
    Device *sim;
    Arena *arena;
    VEC(Remembered) all;
    size_t bytes, answered;
} Remembering;

/* ---- what a launch is known by ----------------------------------------------------------------------------------- */

static bool is_assembled(const Image *image) {
    return image->cubin != NULL && text_equal(image->arch, "sm_90");
}

/* Registers are allocated to warps in units of 256, and every architecture has 65,536. */
static bool needs_many_registers(const Launch *launch, const KernelResources *resources) {
    uint64_t warps = ((uint64_t)launch->block[0] * launch->block[1] * launch->block[2] + 31) / 32;
    return resources->registers > 0 && ((uint64_t)resources->registers * 32 + 255) / 256 * 256 * warps > 65536;
}

static bool can_be_remembered(const Launch *launch) {
    const KernelResources *resources = image_resources(launch->image, launch->kernel);
    return resources != NULL && launch->image->ptx != NULL && !is_assembled(launch->image) && !launch->shared_optin &&
           !needs_many_registers(launch, resources);
}

/* The PTX without its line ".target sm_90". */
static void add_ptx(Text *key, const Image *image) {
    const char *target = strstr(image->ptx, "\n.target ");
    size_t size = target != NULL ? (size_t)(target - image->ptx) : image->ptx_size;
    text_add_n(key, image->ptx, size);
    if (target != NULL) text_add(key, target + 1 + strcspn(target + 1, "\n"));
}

static int sign(int number) {
    return number < 0 ? -1 : number > 0;
}

static void add_resources(Text *key, const KernelResources *resources) {
    text_printf(key, "%d %d %d %d %d\n", sign(resources->registers), resources->shared_static, sign(resources->stack),
                sign(resources->spill_stores), sign(resources->spill_loads));
}

static void add_string(Text *key, const char *string) {
    text_printf(key, "%zu ", string != NULL ? strlen(string) + 1 : 0);
    if (string != NULL) text_add(key, string);
    text_add_char(key, '\n');
}

static void add_texture(Text *key, const Texture *texture) {
    text_printf(key, "%u %u %u %u %" PRIu64 " %" PRIu64 " %d\n", texture->width, texture->height, texture->depth,
                texture->layers, texture->row, texture->slice, texture->channels);
    text_printf(key, "%d %d %d %d %d %d %d\n", (int)texture->address[0], (int)texture->address[1],
                (int)texture->address[2], (int)texture->filter, texture->linear_memory, texture->normalised_coordinates,
                texture->normalised_values);
}

static void add_args(Text *key, const Launch *launch) {
    for (size_t i = 0; i < launch->arg_count; i++) {
        const Arg *arg = &launch->args[i];
        text_printf(key, "%d %zu %d %" PRIu64 " %zu\n", (int)arg->kind, arg->buffer, (int)arg->type, arg->value,
                    arg->bytes != NULL ? arg->size : 0);
        if (arg->bytes != NULL) text_add_n(key, arg->bytes, arg->size);
        add_string(key, arg->name);
        add_texture(key, &arg->texture);
    }
    for (size_t i = 0; i < launch->buffer_count; i++) {
        const Buffer *buffer = &launch->buffers[i];
        text_printf(key, "%d %zu %d %d\n", (int)buffer->type, buffer->count, buffer->output,
                    launch->poisoned != NULL && launch->poisoned[i]);
        add_string(key, buffer->name);
        add_string(key, buffer->symbol);
    }
}

static Text key_of(const Launch *launch) {
    const Image *image = launch->image;
    const Recording *recording = &launch->recording;
    Text key = {0};
    text_printf(&key, "%u %u %u %u %u %u %" PRIu64 " %d %" PRIu64 "\n", launch->grid[0], launch->grid[1],
                launch->grid[2], launch->block[0], launch->block[1], launch->block[2], launch->shared_dynamic,
                launch->cooperative, launch->resident_blocks);
    text_printf(&key, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %d %" PRIu64 " %d\n", launch->budget, launch->launch_budget,
                launch->memory, (int)launch->schedule, launch->seed, launch->skip_races);
    text_printf(&key, "%d %d %d %d\n", (int)launch->block_order, launch->lanes_descending, launch->owners,
                launch->sums);
    text_printf(&key, "%d %" PRId64 " %" PRId64 " %" PRId64 "\n", recording->line, recording->block, recording->warp,
                recording->request);
    add_string(&key, launch->kernel);
    add_args(&key, launch);
    add_resources(&key, image_resources(image, launch->kernel));
    add_string(&key, image->file);
    add_string(&key, image->source);
    add_ptx(&key, image);
    return key;
}

/* ---- remembering ------------------------------------------------------------------------------------------------- */

static size_t bytes_of(const Buffer *buffer) {
    return buffer->count * scalar_size(buffer->type);
}

static void **copy_buffers(Arena *arena, const Launch *launch, bool outputs) {
    void **copies = arena_array(arena, void *, launch->buffer_count + 1);
    for (size_t i = 0; i < launch->buffer_count; i++)
        if (!outputs || launch->buffers[i].output)
            copies[i] = bytes_of(&launch->buffers[i]) > 0
                            ? arena_copy(arena, launch->buffers[i].bytes, bytes_of(&launch->buffers[i]), 16)
                            : NULL;
    return copies;
}

static Remembered *find(Remembering *remembering, const Text *key, const Launch *launch) {
    for (size_t r = 0; r < remembering->all.count; r++) {
        Remembered *one = &remembering->all.at[r];
        bool same = one->key_size == key->size && memcmp(one->key, key->data, key->size) == 0;
        for (size_t i = 0; same && i < launch->buffer_count; i++)
            same = one->before[i] == NULL ||
                   memcmp(one->before[i], launch->buffers[i].bytes, bytes_of(&launch->buffers[i])) == 0;
        if (same) return one;
    }
    return NULL;
}

static void copy_file(Arena *arena, Loc *loc) {
    loc->file = arena_string(arena, loc->file);
}

/* A result without findings, output and recorded requests, with its lines and samples in arena. */
static Result copy_result(Arena *arena, const Result *result) {
    Result copy = *result;
    copy.printed = "";
    copy.lines = arena_copy(arena, result->lines, result->line_count * sizeof *copy.lines, _Alignof(LineCounts));
    copy.samples =
        arena_copy(arena, result->samples, result->sample_count * sizeof *copy.samples, _Alignof(RequestSample));
    for (size_t i = 0; i < copy.line_count; i++) copy_file(arena, &copy.lines[i].loc);
    for (size_t i = 0; i < copy.sample_count; i++) {
        copy_file(arena, &copy.samples[i].loc);
        copy.samples[i].variable = arena_string(arena, copy.samples[i].variable);
    }
    return copy;
}

/* Whether copy_result takes all of it. A launch with findings is run again, which costs time and nothing else. */
static bool is_plain(const Result *result) {
    return result->status == RUN_FINISHED && result->finding_count == 0 && *result->printed == '\0' &&
           result->recorded_bank_count == 0 && result->recorded_sector_count == 0 && result->program == NULL;
}

static void answer(Remembering *remembering, const Remembered *known, const Launch *launch, Arena *arena,
                   Result *result) {
    *result = copy_result(arena, &known->result);
    launch_metrics(launch, &result->metrics);
    for (size_t i = 0; i < launch->buffer_count; i++)
        if (launch->buffers[i].output) memcpy(launch->buffers[i].bytes, known->after[i], bytes_of(&launch->buffers[i]));
    remembering->answered++;
}

static void run(Device *device, const Launch *launch, Arena *arena, Result *result) {
    Remembering *remembering = device->state;
    Device *sim = remembering->sim;
    size_t bytes = 0;
    for (size_t i = 0; i < launch->buffer_count; i++) bytes += 2 * bytes_of(&launch->buffers[i]);
    if (!can_be_remembered(launch)) {
        sim->run(sim, launch, arena, result);
        return;
    }
    Text key = key_of(launch);
    const Remembered *known = find(remembering, &key, launch);
    if (known != NULL) {
        answer(remembering, known, launch, arena, result);
    } else if (bytes > most_bytes - remembering->bytes) {
        sim->run(sim, launch, arena, result);
    } else {
        Arena *kept = remembering->arena;
        Remembered one = {.key_size = key.size, .before = copy_buffers(kept, launch, false)};
        remembering->bytes += bytes;
        sim->run(sim, launch, arena, result);
        one.key = arena_string_n(kept, key.data, key.size);
        one.after = copy_buffers(kept, launch, true);
        one.result = copy_result(kept, result);
        if (is_plain(result)) vec_push(kept, &remembering->all, one);
    }
    text_free(&key);
}

static void close_device(Device *device) {
    Remembering *remembering = device->state;
    arena_free(remembering->arena);
    free(remembering);
}

Device *remembering_open(Device *sim) {
    Remembering *remembering = memory_zeroed(1, sizeof *remembering);
    remembering->arena = arena_new();
    remembering->sim = sim;
    remembering->device = (Device){.name = sim->name, .run = run, .close = close_device, .state = remembering};
    return &remembering->device;
}

size_t remembering_answered(const Device *device) {
    const Remembering *remembering = device->state;
    return remembering->answered;
}
