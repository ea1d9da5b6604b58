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
    return address;
}

static bool lies_in(uint64_t at, const SimAllocated *allocation) {
    return at - allocation->address < allocation->size;
}

bool sim_context_release(SimContext *context, uint64_t address) {
    SimAllocated allocation;
    if (!sim_memory_find(context->memory, address, &allocation) || !sim_memory_release(context->memory, address))
        return false;
    for (size_t i = 0; i < context->texture_count; i++)
        if (lies_in(context->texture_at[i], &allocation)) context->textures[i].texels = NULL;
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

/* ---- textures ---------------------------------------------------------------------------------------------------- */

uint64_t context_add_texture(SimContext *context, SimTexture texture, uint64_t at) {
    size_t count = context->texture_count;
    context->textures = memory_resize(context->textures, count + 1, sizeof *context->textures);
    context->texture_at = memory_resize(context->texture_at, count + 1, sizeof *context->texture_at);
    context->textures[count] = texture;
    context->texture_at[count] = at;
    return SIM_TEXTURE_HANDLE + context->texture_count++;
}

/* Limits in texels: of linear memory's width, which is the larger one, and of a CUDA array's height. */
enum { MOST_WIDTH = 1 << 27, MOST_HEIGHT = 65536 };

static bool is_known(const Texture *how, Scalar type) {
    bool channels = how->channels == 1 || how->channels == 2 || how->channels == 4;
    bool scalar = type <= SCALAR_U32 || type == SCALAR_F16 || type == SCALAR_F32;
    return channels && scalar && how->width != 0 && how->width <= MOST_WIDTH && how->height <= MOST_HEIGHT;
}

uint64_t sim_context_texture(SimContext *context, const Texture *how, Scalar type, uint64_t address) {
    if (!is_known(how, type)) return 0;
    uint64_t height = how->height != 0 ? how->height : 1;
    uint64_t size = (uint64_t)how->width * height * (uint64_t)how->channels * scalar_size(type);
    const uint8_t *texels = sim_context_bytes(context, address, size);
    SimAllocated allocation;
    if (texels == NULL || !sim_memory_find(context->memory, address, &allocation)) return 0;
    SimTexture texture = {.name = allocation.name, .how = *how, .type = type, .texels = texels};
    return context_add_texture(context, texture, address);
}

bool sim_context_texture_release(SimContext *context, uint64_t handle) {
    uint64_t index = handle - SIM_TEXTURE_HANDLE;
    if (index >= context->texture_count || context->textures[index].texels == NULL) return false;
    context->textures[index].texels = NULL;
    return true;
}
