/* Texture instructions for the lanes of a warp. A handle that is no texture object, or one of another dimension,
 * ends the launch with a finding: on hardware it reads zeros or another texture's texels without an error. */
#include <string.h>

#include "base/bits.h"
#include "finding_kinds.h"
#include "metric_names.h"
#include "sim/handlers.h"
#include "sim/launch.h"
#include "sim/memory/texture.h"

static const SimTexture *find_texture(const SimWarp *warp, uint64_t handle) {
    const SimLaunch *launch = warp->worker->launch;
    uint64_t index = handle - SIM_TEXTURE_HANDLE;
    return index < launch->texture_count && launch->textures[index].texels != NULL ? &launch->textures[index] : NULL;
}

static const SimTexture *texture_of_lane(SimWarp *warp, const SimInstr *instr, const SimTextureOp *op, uint32_t lane) {
    uint64_t handle = ((const uint64_t *)sim_row(warp, op->handle))[lane];
    const SimTexture *texture = find_texture(warp, handle);
    SimBlockMemory *memory = warp->worker->memory;
    char name[32];
    if (texture == NULL) {
        sim_finding(memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
                    "thread %s reads a texture through 0x%llx, which is no texture object: it has to be the "
                    "cudaTextureObject_t that the kernel was given",
                    sim_thread_name(memory, warp->number * WARP_SIZE + lane, name), (unsigned long long)handle);
        return NULL;
    }
    uint32_t dimensions = texture->how.height ? 2 : 1;
    if (op->dimensions && op->dimensions != dimensions) {
        sim_finding(memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
                    "thread %s reads `%s` with %u coordinate%s, and the texture has %u dimension%s: use tex%uD",
                    sim_thread_name(memory, warp->number * WARP_SIZE + lane, name), texture->name, op->dimensions,
                    op->dimensions == 1 ? "" : "s", dimensions, dimensions == 1 ? "" : "s", dimensions);
        return NULL;
    }
    if (op->dimensions && !op->whole_coordinates && texture->how.linear_memory) {
        sim_finding(
            memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
            "thread %s reads `%s` at a coordinate, and the texture reads linear memory: use tex1Dfetch(texture, x)",
            sim_thread_name(memory, warp->number * WARP_SIZE + lane, name), texture->name);
        return NULL;
    }
    if (op->whole_coordinates && dimensions == 1 && !texture->how.linear_memory) {
        sim_finding(
            memory, FINDING_OUT_OF_BOUNDS, false, instr->pc, UINT32_MAX,
            "thread %s reads `%s` with tex1Dfetch, which reads linear memory only and gives 0 for a CUDA array, "
            "as this texture is: use tex1D(texture, x + 0.5f)",
            sim_thread_name(memory, warp->number * WARP_SIZE + lane, name), texture->name);
        return NULL;
    }
    return texture;
}

typedef void (*ReadTexture)(const SimTexture *texture, const SimTextureOp *op, uint32_t x, uint32_t y,
                            uint32_t result[4]);

static void sample(const SimTexture *texture, const SimTextureOp *op, uint32_t x, uint32_t y, uint32_t result[4]) {
    if (op->whole_coordinates)
        texture_texel(texture, (int32_t)x, (int32_t)y, result);
    else
        texture_sample(texture, bits_as_float(x), bits_as_float(y), result);
}

static void gather(const SimTexture *texture, const SimTextureOp *op, uint32_t x, uint32_t y, uint32_t result[4]) {
    texture_gather(texture, (int)op->channel, bits_as_float(x), bits_as_float(y), result);
}

static void query(const SimTexture *texture, const SimTextureOp *op, uint32_t x, uint32_t y, uint32_t result[4]) {
    (void)x, (void)y;
    uint32_t height = texture->how.height ? texture->how.height : 1;
    result[0] = op->query_height ? height : texture->how.width;
}

static const SimInstr *for_lanes(SimWarp *warp, const SimInstr *instr, ReadTexture read, int results) {
    const SimTextureOp *op = instr->extra;
    const uint32_t *coordinate[2] = {NULL, NULL};
    uint32_t *to[4];
    for (uint32_t i = 0; i < op->dimensions; i++) coordinate[i] = sim_row(warp, op->coordinate[i]);
    for (int i = 0; i < results; i++) to[i] = sim_row(warp, op->result[i]);
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left), result[4];
        const SimTexture *texture = texture_of_lane(warp, instr, op, lane);
        if (texture == NULL) return sim_stop(warp);
        read(texture, op, coordinate[0] != NULL ? coordinate[0][lane] : 0,
             coordinate[1] != NULL ? coordinate[1][lane] : 0, result);
        for (int i = 0; i < results; i++) to[i][lane] = result[i];
    }
    return instr + 1;
}

const SimInstr *sim_sample_texture(SimWarp *warp, const SimInstr *instr) {
    sim_count(warp->worker->memory, METRIC_TEXTURE_REQUESTS, instr->pc, 1);
    warp->requests++;
    return for_lanes(warp, instr, sample, 4);
}

const SimInstr *sim_gather_texture(SimWarp *warp, const SimInstr *instr) {
    sim_count(warp->worker->memory, METRIC_TEXTURE_REQUESTS, instr->pc, 1);
    warp->requests++;
    return for_lanes(warp, instr, gather, 4);
}

const SimInstr *sim_query_texture(SimWarp *warp, const SimInstr *instr) {
    return for_lanes(warp, instr, query, 1);
}
