/* Texture and surface instructions for the lanes of a warp. A handle that is no such object, or one of another
 * geometry, ends the launch with a finding: on hardware it reads zeros or another texture's texels without an error.
 * Surfaces are memory that kernels write, so that an access to one is an access to global memory, with its races. */
#include <stdio.h>
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

/* One lane's use of a texture or surface. */
typedef struct Use {
    SimWarp *warp;
    const SimTexturePlace *place;
    uint32_t lane, pc;
    bool surface;
} Use;

/* "3D", "2DLayered": what CUDA C++ writes behind tex and surf. */
static const char *geometry_of(uint32_t dimensions, bool layered) {
    static const char *const names[2][3] = {{"1D", "2D", "3D"}, {"1DLayered", "2DLayered", "3D"}};
    return names[layered][dimensions - 1];
}

/* Records what is wrong with the use; `what` follows "thread (3,0,0) of block (0,0,0) ". */
static void fault(const Use *use, const char *what) {
    SimBlockMemory *memory = use->warp->worker->memory;
    char name[32];
    sim_finding(memory, FINDING_OUT_OF_BOUNDS, false, use->pc, UINT32_MAX, "thread %s %s",
                sim_thread_name(memory, use->warp->number * WARP_SIZE + use->lane, name), what);
}

static bool wrong_handle(const Use *use, uint64_t handle, const SimTexture *texture) {
    char what[256];
    if (texture != NULL && texture->surface == use->surface) return false;
    const char *kind = use->surface ? "surface" : "texture", *type = use->surface ? "Surface" : "Texture";
    if (texture != NULL)
        snprintf(what, sizeof what,
                 "gives a %s object of `%.60s` to a %s function: those take what cudaCreate%sObject made",
                 use->surface ? "texture" : "surface", texture->name, kind, type);
    else
        snprintf(what, sizeof what,
                 "%s a %s through 0x%llx, which is no %s object: it has to be the cuda%sObject_t that the kernel "
                 "was given",
                 use->surface ? "uses" : "reads", kind, (unsigned long long)handle, kind, type);
    fault(use, what);
    return true;
}

static bool wrong_geometry(const Use *use, const SimTexture *texture) {
    uint32_t dimensions = texture_dimensions(&texture->how), given = use->place->dimensions;
    bool layered = texture->how.layers != 0;
    char what[256];
    if (given == 0 || (given == dimensions && use->place->layered == layered)) return false;
    if (!use->surface && !layered && !use->place->layered)
        snprintf(what, sizeof what,
                 "reads `%.60s` with %u coordinate%s, and the texture has %u dimension%s: use tex%uD", texture->name,
                 given, given == 1 ? "" : "s", dimensions, dimensions == 1 ? "" : "s", dimensions);
    else
        snprintf(what, sizeof what, "uses `%.60s` as %s%s, and it was made for %s%s", texture->name,
                 use->surface ? "surf" : "tex", geometry_of(given, use->place->layered), use->surface ? "surf" : "tex",
                 geometry_of(dimensions, layered));
    fault(use, what);
    return true;
}

static bool wrong_coordinates(const Use *use, const SimTextureOp *op, const SimTexture *texture) {
    char what[256];
    bool line = texture_dimensions(&texture->how) == 1 && texture->how.layers == 0;
    if (use->place->dimensions == 0) return false;
    if (!op->whole_coordinates && texture->how.linear_memory)
        snprintf(what, sizeof what,
                 "reads `%.60s` at a coordinate, and the texture reads linear memory: use tex1Dfetch(texture, x)",
                 texture->name);
    else if (op->whole_coordinates && line && !texture->how.linear_memory)
        snprintf(what, sizeof what,
                 "reads `%.60s` with tex1Dfetch, which reads linear memory only and gives 0 for a CUDA array, as this "
                 "texture is: use tex1D(texture, x + 0.5f)",
                 texture->name);
    else
        return false;
    fault(use, what);
    return true;
}

/* NULL: a finding says what is wrong. */
static const SimTexture *texture_of_lane(const Use *use) {
    uint64_t handle = ((const uint64_t *)sim_row(use->warp, use->place->handle))[use->lane];
    const SimTexture *texture = find_texture(use->warp, handle);
    return wrong_handle(use, handle, texture) || wrong_geometry(use, texture) ? NULL : texture;
}

/* The coordinates' 32 bits, and the layer. */
typedef struct Point {
    uint32_t at[3], layer;
} Point;

static Point point_of(const Use *use) {
    const SimTexturePlace *place = use->place;
    Point point = {0};
    for (uint32_t i = 0; i < place->dimensions; i++)
        point.at[i] = ((const uint32_t *)sim_row(use->warp, place->coordinate[i]))[use->lane];
    if (place->layered) point.layer = ((const uint32_t *)sim_row(use->warp, place->layer))[use->lane];
    return point;
}

typedef void (*ReadTexture)(const SimTexture *texture, const SimTextureOp *op, const Point *point, uint32_t result[4]);

static void floats_of(const Point *point, float at[3]) {
    for (int i = 0; i < 3; i++) at[i] = bits_as_float(point->at[i]);
}

static void sample(const SimTexture *texture, const SimTextureOp *op, const Point *point, uint32_t result[4]) {
    float at[3];
    int32_t whole[3];
    floats_of(point, at);
    memcpy(whole, point->at, sizeof whole);
    if (op->whole_coordinates)
        texture_texel(texture, whole, point->layer, result);
    else
        texture_sample(texture, at, point->layer, result);
}

static void gather(const SimTexture *texture, const SimTextureOp *op, const Point *point, uint32_t result[4]) {
    float at[3];
    floats_of(point, at);
    texture_gather(texture, (int)op->channel, at, point->layer, result);
}

static void query(const SimTexture *texture, const SimTextureOp *op, const Point *point, uint32_t result[4]) {
    (void)point;
    const Texture *how = &texture->how;
    uint32_t height = how->height != 0 ? how->height : 1, depth = how->depth != 0 ? how->depth : 1;
    result[0] = op->queried == PTX_TXQ_HEIGHT ? height : op->queried == PTX_TXQ_DEPTH ? depth : how->width;
}

static const SimInstr *for_lanes(SimWarp *warp, const SimInstr *instr, ReadTexture read, int results) {
    const SimTextureOp *op = instr->extra;
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        Use use = {warp, &op->place, (uint32_t)__builtin_ctz(left), instr->pc, op->surface};
        const SimTexture *texture = texture_of_lane(&use);
        if (texture == NULL || wrong_coordinates(&use, op, texture)) return sim_stop(warp);
        Point point = point_of(&use);
        uint32_t result[4];
        read(texture, op, &point, result);
        for (int i = 0; i < results; i++) ((uint32_t *)sim_row(warp, op->result[i]))[use.lane] = result[i];
    }
    return instr + 1;
}

const SimInstr *sim_sample_texture(SimWarp *warp, const SimInstr *instr) {
    sim_count(warp->worker->memory, METRIC_TEXTURE_REQUESTS, instr->pc, 1);
    warp->requests++;
    sim_count_idle(warp);
    return for_lanes(warp, instr, sample, 4);
}

const SimInstr *sim_gather_texture(SimWarp *warp, const SimInstr *instr) {
    sim_count(warp->worker->memory, METRIC_TEXTURE_REQUESTS, instr->pc, 1);
    warp->requests++;
    sim_count_idle(warp);
    return for_lanes(warp, instr, gather, 4);
}

const SimInstr *sim_query_texture(SimWarp *warp, const SimInstr *instr) {
    return for_lanes(warp, instr, query, 1);
}

/* ---- surfaces ---------------------------------------------------------------------------------------------------- */

/* Moves a coordinate to the nearest one inside; false where it lies inside already. count: how many there are. */
static bool move_inside(int64_t *coordinate, int64_t count) {
    int64_t given = *coordinate;
    *coordinate = given < 0 ? 0 : given >= count ? count - 1 : given;
    return *coordinate != given;
}

/* Where the lane's bytes lie. *outside: the coordinates lie outside, and the address is that of the nearest place. */
static uint64_t surface_address(const SimTexture *surface, const SimSurfaceOp *op, const Point *point, bool *outside) {
    const Texture *how = &surface->how;
    int64_t row = (int64_t)texture_row_bytes(how, surface->type), width = op->access.element * op->access.vector;
    int64_t x = (int32_t)point->at[0], y = (int32_t)point->at[1];
    int64_t z = op->place.layered ? (int32_t)point->layer : (int32_t)point->at[2];
    bool left = x<0, right = x> row - width;
    if (left || right) x = left || row < width ? 0 : (row - width) / width * width;
    *outside = left || right;
    *outside |= how->height != 0 && move_inside(&y, how->height);
    *outside |= how->depth != 0 && move_inside(&z, how->depth);
    *outside |= how->layers != 0 && move_inside(&z, how->layers);
    if (how->height == 0) y = 0;
    if (how->depth == 0 && how->layers == 0) z = 0;
    return surface->address + (uint64_t)z * texture_slice_step(how, surface->type) +
           (uint64_t)y * texture_row_step(how, surface->type) + (uint64_t)x;
}

static void fault_outside(const Use *use, const SimSurfaceOp *op, const SimTexture *surface, const Point *point) {
    const Texture *how = &surface->how;
    const uint32_t sizes[] = {0, how->height, how->depth};
    char what[320];
    int size =
        snprintf(what, sizeof what, "%s %d bytes outside the surface `%.60s`: x = %d in rows of %llu bytes",
                 op->access.op == REQUEST_LOAD ? "reads" : "writes", op->access.element * op->access.vector,
                 surface->name, (int32_t)point->at[0], (unsigned long long)texture_row_bytes(how, surface->type));
    for (uint32_t i = 1; i < op->place.dimensions; i++)
        size += snprintf(what + size, sizeof what - (size_t)size, ", %c = %d of %u", "xyz"[i], (int32_t)point -> at[i],
                         sizes[i]);
    if (op->place.layered)
        snprintf(what + size, sizeof what - (size_t)size, ", layer %d of %u", (int32_t)point->layer, how->layers);
    fault(use, what);
}

static void clear_lane(SimWarp *warp, const SimSurfaceOp *op, uint32_t lane) {
    for (int i = 0; i < op->access.vector; i++)
        memset((uint8_t *)sim_row(warp, op->data[i]) + lane * op->access.row, 0, op->access.row);
}

const SimInstr *sim_access_surface(SimWarp *warp, const SimInstr *instr) {
    const SimSurfaceOp *op = instr->extra;
    bool load = op->access.op == REQUEST_LOAD;
    uint32_t mask = 0, zeros = 0;
    uint64_t address[WARP_SIZE] = {0};
    void *data[8];
    for (uint32_t left = warp->active; left != 0; left &= left - 1) {
        Use use = {warp, &op->place, (uint32_t)__builtin_ctz(left), instr->pc, true};
        const SimTexture *surface = texture_of_lane(&use);
        if (surface == NULL) return sim_stop(warp);
        Point point = point_of(&use);
        bool outside,
            fits = texture_row_bytes(&surface->how, surface->type) >= (uint64_t)op->access.element * op->access.vector;
        address[use.lane] = surface_address(surface, op, &point, &outside);
        if (outside && (op->outside == OUTSIDE_TRAPS || (op->outside == OUTSIDE_TAKES_NEAREST && !fits))) {
            fault_outside(&use, op, surface, &point);
            return sim_stop(warp);
        }
        *(outside && op->outside == OUTSIDE_IS_ZERO ? &zeros : &mask) |= UINT32_C(1) << use.lane;
    }
    for (int i = 0; i < op->access.vector; i++) data[i] = sim_row(warp, op->data[i]);
    warp->requests++;
    sim_count_idle(warp);
    if (mask != 0 &&
        !sim_access(warp->worker->memory, &op->access, (SimWho){.warp = warp->number}, mask, address, data, NULL))
        return sim_stop(warp);
    for (uint32_t left = load ? zeros : 0; left != 0; left &= left - 1)
        clear_lane(warp, op, (uint32_t)__builtin_ctz(left));
    return instr + 1;
}
