/* Texture and surface objects. */
#include <string.h>

#include "program/runtime/runtime_arrays.h"

enum { TEXTURE_ALIGNMENT = 512, PITCH_ALIGNMENT = 32 }; /* as the device's properties say */

static void set_format(ProgramTexture *texture, const cudaChannelFormatDesc *format) {
    const int bits[] = {format->x, format->y, format->z, format->w};
    memcpy(texture->bits, bits, sizeof texture->bits);
    texture->format = format->f;
}

static void set_array(ProgramTexture *texture, const struct CudaArray *array) {
    bool layered = array->flags & ARRAY_LAYERED;
    set_format(texture, &array->format);
    texture->address = (uint64_t)(uintptr_t)array->memory;
    texture->width = array->width;
    texture->height = array->height;
    texture->depth = layered ? 0 : array->depth;
    texture->layers = layered ? array->depth : 0;
    texture->pitch = runtime_array_row(array);
    texture->slice = runtime_array_slice(array);
}

static void set_linear(ProgramTexture *texture, const cudaResourceDesc *resource) {
    size_t texel = runtime_texel_bytes(&resource->res.linear.desc);
    set_format(texture, &resource->res.linear.desc);
    texture->address = (uint64_t)(uintptr_t)resource->res.linear.devPtr;
    texture->width = texel > 0 ? resource->res.linear.sizeInBytes / texel : 0;
    texture->linear = 1;
}

static void set_pitched(ProgramTexture *texture, const cudaResourceDesc *resource) {
    set_format(texture, &resource->res.pitch2D.desc);
    texture->address = (uint64_t)(uintptr_t)resource->res.pitch2D.devPtr;
    texture->width = resource->res.pitch2D.width;
    texture->height = resource->res.pitch2D.height;
    texture->pitch = resource->res.pitch2D.pitchInBytes;
}

static cudaError_t create(const char *name, uint64_t *object, const ProgramTexture *texture) {
    RuntimeCall call;
    if (runtime_enter(&call, name) && runtime_ask(&call, PROGRAM_TEXTURE, texture, sizeof *texture))
        *object = call.reply.values[0];
    return runtime_finish(&call);
}

static cudaError_t destroy(const char *name, ProgramHandle kind, uint64_t object) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = kind;
        call.call.arguments[1] = object;
        runtime_ask(&call, PROGRAM_DESTROY, NULL, 0);
    }
    return runtime_finish(&call);
}

/* What a texture's description asks for that nobody here samples; NULL: nothing. */
static const char *unknown_in(const cudaTextureDesc *how, const void *view) {
    bool border = false;
    for (int i = 0; i < 3; i++) border |= how->addressMode[i] == cudaAddressModeBorder;
    for (int i = 0; i < 4; i++)
        if (border && how->borderColor[i] != 0) return "a border that is not zero";
    return how->sRGB ? "sRGB" : view != NULL ? "a resource view" : NULL;
}

/* What an H200 refuses: values of floats cannot be asked for as normalised ones, words of integers cannot be filtered,
 * and memory begins and rows lie where the device's properties say. */
static cudaError_t wrong_reading(const cudaResourceDesc *resource, const cudaTextureDesc *how) {
    bool pitched = resource->resType == cudaResourceTypePitch2D, linear = resource->resType == cudaResourceTypeLinear;
    const cudaChannelFormatDesc *format =
        pitched  ? &resource->res.pitch2D.desc
        : linear ? &resource->res.linear.desc
        : resource->resType == cudaResourceTypeArray && resource->res.array.array != NULL
            ? &resource->res.array.array->format
            : NULL;
    if (format == NULL) return cudaSuccess;
    bool floats = format->f == cudaChannelFormatKindFloat, words = !floats && format->x == 32;
    bool filtered = how->filterMode != 0 && !linear; /* linear memory is never filtered */
    if (filtered && !floats && (words || how->readMode == 0)) return cudaErrorInvalidFilterSetting;
    if (how->readMode != 0 && (floats || words)) return cudaErrorInvalidNormSetting;
    const void *start = pitched ? resource->res.pitch2D.devPtr : linear ? resource->res.linear.devPtr : NULL;
    if ((uintptr_t)start % TEXTURE_ALIGNMENT != 0) return cudaErrorInvalidValue;
    size_t pitch = pitched ? resource->res.pitch2D.pitchInBytes : 0;
    bool narrow = pitched && pitch < resource->res.pitch2D.width * runtime_texel_bytes(format);
    return narrow || pitch % PITCH_ALIGNMENT != 0 ? cudaErrorInvalidValue : cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *how, const void *view) {
    static const char name[] = "cudaCreateTextureObject";
    ProgramTexture texture = {0};
    if (object == NULL || resource == NULL || how == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    if (unknown_in(how, view) != NULL) return runtime_refuse(name, unknown_in(how, view));
    cudaError_t error = wrong_reading(resource, how);
    if (error != cudaSuccess) return runtime_fail(name, error);
    switch (resource->resType) {
    case cudaResourceTypeArray:
        if (resource->res.array.array == NULL) return runtime_fail(name, cudaErrorInvalidValue);
        set_array(&texture, resource->res.array.array);
        break;
    case cudaResourceTypeLinear: set_linear(&texture, resource); break;
    case cudaResourceTypePitch2D: set_pitched(&texture, resource); break;
    default: return runtime_refuse(name, "a mipmapped array");
    }
    memcpy(texture.address_mode, how->addressMode, sizeof texture.address_mode);
    texture.filter = how->filterMode;
    texture.read_mode = how->readMode;
    texture.normalised = how->normalizedCoords;
    return create(name, object, &texture);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    if (object == 0) return cudaSuccess;
    return destroy("cudaDestroyTextureObject", PROGRAM_TEXTURE_OBJECT, object);
}

/* Of CUDA arrays alone. By the documentation cudaArraySurfaceLoadStore has to allow it; an H200 does not ask. */
cudaError_t cudaCreateSurfaceObject(cudaTextureObject_t *object, const cudaResourceDesc *resource) {
    static const char name[] = "cudaCreateSurfaceObject";
    ProgramTexture surface = {.surface = 1};
    bool array = object != NULL && resource != NULL && resource->resType == cudaResourceTypeArray &&
                 resource->res.array.array != NULL;
    if (!array) return runtime_fail(name, cudaErrorInvalidValue);
    surface.unflagged = !(resource->res.array.array->flags & ARRAY_SURFACE);
    set_array(&surface, resource->res.array.array);
    return create(name, object, &surface);
}

cudaError_t cudaDestroySurfaceObject(cudaTextureObject_t object) {
    return destroy("cudaDestroySurfaceObject", PROGRAM_SURFACE_OBJECT, object);
}
