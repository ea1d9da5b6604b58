/* CUDA arrays and texture objects. An array is memory of the device whose rows follow each other without a gap. */
#include <stdlib.h>
#include <string.h>

#include "program/runtime/runtime_client.h"

struct CudaArray {
    void *memory;
    size_t width, height; /* texels; height 0: one dimension */
    cudaChannelFormatDesc format;
    unsigned flags;
};

static size_t texel_bytes(const cudaChannelFormatDesc *format) {
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

static size_t rows_of(const struct CudaArray *array) {
    return array->height > 0 ? array->height : 1;
}

static size_t row_bytes(const struct CudaArray *array) {
    return array->width * texel_bytes(&array->format);
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags) {
    bool good = array != NULL && format != NULL && width > 0 && texel_bytes(format) > 0 && width < SIZE_MAX / 64 &&
                (height == 0 || width * 64 < SIZE_MAX / height);
    struct CudaArray *made = good ? calloc(1, sizeof *made) : NULL;
    if (made == NULL) return runtime_fail("cudaMallocArray", cudaErrorInvalidValue);
    *made = (struct CudaArray){.width = width, .height = height, .format = *format, .flags = flags};
    cudaError_t error = cudaMalloc(&made->memory, row_bytes(made) * rows_of(made));
    if (error == cudaSuccess)
        *array = made;
    else
        free(made);
    return error;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == NULL) return cudaSuccess;
    cudaError_t error = cudaFree(array->memory);
    if (error == cudaSuccess) free(array);
    return error;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
    if (array == NULL) return runtime_fail("cudaArrayGetInfo", cudaErrorInvalidResourceHandle);
    if (format != NULL) *format = array->format;
    if (extent != NULL) *extent = (cudaExtent){array->width, array->height, 0};
    if (flags != NULL) *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_t array) {
    if (format == NULL || array == NULL) return runtime_fail("cudaGetChannelDesc", cudaErrorInvalidValue);
    *format = array->format;
    return cudaSuccess;
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

/* Where a rectangle of the array begins; NULL where it is not all inside. */
static uint8_t *inside(cudaArray_t array, size_t x, size_t y, size_t width, size_t height) {
    if (array == NULL || x > row_bytes(array) || width > row_bytes(array) - x) return NULL;
    if (y > rows_of(array) || height > rows_of(array) - y) return NULL;
    return (uint8_t *)array->memory + y * row_bytes(array) + x;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, int kind) {
    uint8_t *place = inside(to, x, y, width, height);
    if (place == NULL) return runtime_fail("cudaMemcpy2DToArray", cudaErrorInvalidValue);
    return cudaMemcpy2D(place, row_bytes(to), from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width,
                                  size_t height, int kind) {
    const uint8_t *place = inside(from, x, y, width, height);
    if (place == NULL) return runtime_fail("cudaMemcpy2DFromArray", cudaErrorInvalidValue);
    return cudaMemcpy2D(to, pitch, place, row_bytes(from), width, height, kind);
}

/* Bytes that begin in a row and may go on in the next ones. */
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, int kind) {
    uint8_t *place = inside(to, x, y, 0, 0);
    if (place == NULL || bytes > (rows_of(to) - y) * row_bytes(to) - x)
        return runtime_fail("cudaMemcpyToArray", cudaErrorInvalidValue);
    return cudaMemcpy(place, from, bytes, kind);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes, int kind) {
    const uint8_t *place = inside(from, x, y, 0, 0);
    if (place == NULL || bytes > (rows_of(from) - y) * row_bytes(from) - x)
        return runtime_fail("cudaMemcpyFromArray", cudaErrorInvalidValue);
    return cudaMemcpy(to, place, bytes, kind);
}

/* ---- texture objects --------------------------------------------------------------------------------------------- */

static void set_format(ProgramTexture *texture, const cudaChannelFormatDesc *format) {
    const int bits[] = {format->x, format->y, format->z, format->w};
    memcpy(texture->bits, bits, sizeof texture->bits);
    texture->format = format->f;
}

/* False for kinds of resources that are not known. */
static bool set_resource(ProgramTexture *texture, const cudaResourceDesc *resource) {
    switch (resource->resType) {
    case cudaResourceTypeArray: {
        cudaArray_t array = resource->res.array.array;
        if (array == NULL) return false;
        set_format(texture, &array->format);
        texture->address = (uint64_t)(uintptr_t)array->memory;
        texture->width = array->width;
        texture->height = array->height;
        texture->pitch = row_bytes(array);
        return true;
    }
    case cudaResourceTypeLinear: {
        set_format(texture, &resource->res.linear.desc);
        size_t texel = texel_bytes(&resource->res.linear.desc);
        texture->address = (uint64_t)(uintptr_t)resource->res.linear.devPtr;
        texture->width = texel > 0 ? resource->res.linear.sizeInBytes / texel : 0;
        texture->linear = 1;
        return true;
    }
    case cudaResourceTypePitch2D:
        set_format(texture, &resource->res.pitch2D.desc);
        texture->address = (uint64_t)(uintptr_t)resource->res.pitch2D.devPtr;
        texture->width = resource->res.pitch2D.width;
        texture->height = resource->res.pitch2D.height;
        texture->pitch = resource->res.pitch2D.pitchInBytes;
        return true;
    default: return false;
    }
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *how, const void *view) {
    ProgramTexture texture = {0};
    if (object == NULL || resource == NULL || how == NULL)
        return runtime_fail("cudaCreateTextureObject", cudaErrorInvalidValue);
    if (view != NULL || !set_resource(&texture, resource))
        return runtime_fail("cudaCreateTextureObject", cudaErrorNotSupported);
    memcpy(texture.address_mode, how->addressMode, sizeof texture.address_mode);
    texture.filter = how->filterMode;
    texture.read_mode = how->readMode;
    texture.normalised = how->normalizedCoords;
    RuntimeCall call;
    if (runtime_enter(&call, "cudaCreateTextureObject") &&
        runtime_ask(&call, PROGRAM_TEXTURE, &texture, sizeof texture))
        *object = call.reply.values[0];
    return runtime_finish(&call);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaDestroyTextureObject")) {
        call.call.arguments[0] = PROGRAM_TEXTURE_OBJECT;
        call.call.arguments[1] = object;
        runtime_ask(&call, PROGRAM_DESTROY, NULL, 0);
    }
    return runtime_finish(&call);
}
