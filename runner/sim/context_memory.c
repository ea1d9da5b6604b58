/* A context's allocations, as the host sees them, and its textures. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/context_state.h"

uint64_t sim_context_allocate(SimContext *context, size_t bytes, const char *name, Loc loc) {
    uint8_t *host;
    const char *kept = name != NULL ? arena_string(context->arena, name)
                                    : arena_printf(context->arena, "allocation %zu", ++context->unnamed);
    uint64_t address = sim_memory_allocate(context->memory, kept, bytes, SIM_ELEMENT_OF_ACCESS, &host);
    if (address == 0) return 0;
    loc.file = arena_string(context->arena, loc.file);
    sim_memory_is_from(context->memory, address, loc);
    sim_memory_watch(context->memory, address, true, bytes == 0);
    sim_memory_counts_stored(context->memory, address);
    return address;
}

static bool lies_in(uint64_t at, const SimAllocated *allocation) {
    return at - allocation->address < allocation->size;
}

uint64_t sim_context_heap_left(const SimContext *context, uint64_t *bytes) {
    return sim_memory_heap_left(context->memory, bytes);
}

bool sim_context_release(SimContext *context, uint64_t address) {
    SimAllocated allocation;
    if (!sim_memory_find(context->memory, address, &allocation) || !sim_memory_release(context->memory, address))
        return false;
    for (size_t i = 0; i < context->texture_count; i++)
        if (lies_in(context->textures[i].address, &allocation)) context->textures[i].texels = NULL;
    return true;
}

static SimAllocation described(const SimAllocated *allocation) {
    return (SimAllocation){.address = allocation->address,
                           .size = allocation->size,
                           .name = allocation->name,
                           .loc = allocation->loc,
                           .variable = allocation->variable,
                           .released = allocation->bytes == NULL};
}

bool sim_context_find(const SimContext *context, uint64_t address, SimAllocation *found) {
    SimAllocated allocation;
    if (!sim_memory_find(context->memory, address, &allocation)) return false;
    *found = described(&allocation);
    return true;
}

bool sim_context_next(const SimContext *context, size_t *cursor, SimAllocation *found) {
    while (*cursor < sim_memory_count(context->memory)) {
        SimAllocated allocation = sim_memory_at(context->memory, (*cursor)++);
        if (allocation.bytes == NULL || allocation.variable) continue;
        *found = described(&allocation);
        return true;
    }
    return false;
}

uint8_t *sim_context_bytes(SimContext *context, uint64_t address, size_t size) {
    SimAllocated allocation;
    if (!sim_memory_find(context->memory, address, &allocation) || allocation.bytes == NULL) return NULL;
    uint64_t at = address - allocation.address;
    return size <= allocation.size - at ? allocation.bytes + at : NULL;
}

void sim_context_written(SimContext *context, uint64_t address, size_t size) {
    sim_memory_define(context->memory, address, size, true);
}

void sim_context_undefined(SimContext *context, uint64_t address, size_t size) {
    sim_memory_define(context->memory, address, size, false);
}

size_t sim_context_first_unwritten(const SimContext *context, uint64_t address, size_t size) {
    return (size_t)sim_memory_first_undefined(context->memory, address, size);
}

uint64_t sim_context_stored(const SimContext *context, uint64_t address) {
    return sim_memory_stored(context->memory, address);
}

/* ---- textures ---------------------------------------------------------------------------------------------------- */

uint64_t context_add_texture(SimContext *context, SimTexture texture) {
    size_t count = context->texture_count;
    context->textures = memory_resize(context->textures, count + 1, sizeof *context->textures);
    context->textures[count] = texture;
    return SIM_TEXTURE_HANDLE + context->texture_count++;
}

/* Limits in texels: of linear memory's width, which is the largest one, of a CUDA array's height, and of the depth and
 * the layers. */
enum { MOST_WIDTH = 1 << 27, MOST_HEIGHT = 131072, MOST_DEPTH = 16384 };

/* Steps are limited so that no product of them overflows. */
static bool is_known(const Texture *how, Scalar type) {
    bool channels = how->channels == 1 || how->channels == 2 || how->channels == 4;
    bool scalar = type <= SCALAR_U32 || type == SCALAR_F16 || type == SCALAR_F32;
    bool shape = how->width != 0 && how->width <= MOST_WIDTH && how->height <= MOST_HEIGHT &&
                 how->depth <= MOST_DEPTH && how->layers <= MOST_DEPTH && (how->depth == 0 || how->height != 0) &&
                 (how->depth == 0 || how->layers == 0);
    return channels && scalar && shape && how->row <= UINT32_MAX && how->slice <= UINT64_C(1) << 44 &&
           (how->row == 0 || how->row >= texture_row_bytes(how, type));
}

uint64_t sim_context_texture(SimContext *context, const Texture *how, Scalar type, uint64_t address, bool surface) {
    SimAllocated allocation;
    if (!is_known(how, type)) return 0;
    const uint8_t *texels = sim_context_bytes(context, address, texture_bytes(how, type));
    if (texels == NULL || !sim_memory_find(context->memory, address, &allocation)) return 0;
    SimTexture texture = {
        .name = allocation.name, .how = *how, .type = type, .texels = texels, .address = address, .surface = surface};
    return context_add_texture(context, texture);
}

bool sim_context_texture_release(SimContext *context, uint64_t handle, bool surface) {
    uint64_t index = handle - SIM_TEXTURE_HANDLE;
    if (index >= context->texture_count) return false;
    SimTexture *texture = &context->textures[index];
    if (texture->texels == NULL || texture->surface != surface) return false;
    texture->texels = NULL;
    return true;
}
