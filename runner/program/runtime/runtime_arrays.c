/* CUDA arrays: made, looked at, and copied to and from. */
#include "program/runtime/runtime_arrays.h"

#include <stdlib.h>

enum { MOST_ELEMENTS = 1 << 17 };

size_t runtime_texel_bytes(const cudaChannelFormatDesc *format) {
    return (size_t)(format->x + format->y + format->z + format->w) / 8;
}

static size_t rows_of(const struct CudaArray *array) {
    return array->height > 0 ? array->height : 1;
}

static size_t slices_of(const struct CudaArray *array) {
    return array->depth > 0 ? array->depth : 1;
}

size_t runtime_array_row(const struct CudaArray *array) {
    return array->width * runtime_texel_bytes(&array->format);
}

size_t runtime_array_slice(const struct CudaArray *array) {
    return runtime_array_row(array) * rows_of(array);
}

/* ---- allocation -------------------------------------------------------------------------------------------------- */

/* cudaMalloc3DArray's documentation says which extents an array may have: depth without height is for layers alone. */
static bool is_good_array(const cudaExtent *extent, unsigned flags) {
    bool layered = flags & ARRAY_LAYERED;
    return extent->width > 0 && extent->width <= MOST_ELEMENTS && extent->height <= MOST_ELEMENTS &&
           extent->depth <= MOST_ELEMENTS && (!layered || extent->depth > 0) &&
           (layered || extent->depth == 0 || extent->height > 0);
}

/* One, two or four channels of the same 8, 16 or 32 bits. */
static bool is_good_format(const cudaChannelFormatDesc *format) {
    const int bits[] = {format->x, format->y, format->z, format->w};
    int channels = 1;
    while (channels < 4 && bits[channels] != 0) channels++;
    for (int i = 1; i < 4; i++)
        if (bits[i] != (i < channels ? bits[0] : 0)) return false;
    return channels != 3 && (bits[0] == 8 || bits[0] == 16 || bits[0] == 32);
}

static cudaError_t make(const char *name, cudaArray_t *array, const cudaChannelFormatDesc *format,
                        const cudaExtent *extent, unsigned flags) {
    if (array == NULL || format == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    if (!is_good_format(format)) return runtime_fail(name, cudaErrorInvalidChannelDescriptor);
    if (!is_good_array(extent, flags)) return runtime_fail(name, cudaErrorInvalidValue);
    if (flags & ~(unsigned)(ARRAY_LAYERED | ARRAY_SURFACE | ARRAY_GATHER))
        return runtime_refuse(name, "a cube map, or an array that is sparse or mapped later");
    struct CudaArray *made = calloc(1, sizeof *made);
    if (made == NULL) return runtime_fail(name, cudaErrorMemoryAllocation);
    *made = (struct CudaArray){
        .width = extent->width, .height = extent->height, .depth = extent->depth, .format = *format, .flags = flags};
    cudaError_t error = runtime_allocate(name, &made->memory, runtime_array_slice(made) * slices_of(made));
    if (error == cudaSuccess)
        *array = made;
    else
        free(made);
    return error;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags) {
    cudaExtent extent = {width, height, 0};
    return make("cudaMallocArray", array, format, &extent, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned flags) {
    return make("cudaMalloc3DArray", array, format, &extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    if (array == NULL) return cudaSuccess;
    cudaError_t error = runtime_release("cudaFreeArray", array->memory);
    if (error == cudaSuccess) free(array);
    return error;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
    if (array == NULL) return runtime_fail("cudaArrayGetInfo", cudaErrorInvalidResourceHandle);
    if (format != NULL) *format = array->format;
    if (extent != NULL) *extent = (cudaExtent){array->width, array->height, array->depth};
    if (flags != NULL) *flags = array->flags;
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_t array) {
    if (format == NULL || array == NULL) return runtime_fail("cudaGetChannelDesc", cudaErrorInvalidValue);
    *format = array->format;
    return cudaSuccess;
}

/* ---- copies of rectangles ---------------------------------------------------------------------------------------- */

/* Where a rectangle of the array's first slice begins, x and width in bytes; NULL where it is not all inside. */
static uint8_t *inside(cudaArray_t array, size_t x, size_t y, size_t width, size_t height) {
    if (array == NULL || x > runtime_array_row(array) || width > runtime_array_row(array) - x) return NULL;
    if (y > rows_of(array) || height > rows_of(array) - y) return NULL;
    return (uint8_t *)array->memory + y * runtime_array_row(array) + x;
}

/* A copy between a rectangle of an array and memory, or another array. */
static cudaError_t copy_rectangle(const char *name, ProgramCopy copy, const void *place, size_t height,
                                  bool asynchronous, cudaStream_t stream) {
    uint64_t pitch = copy.to_pitch < copy.from_pitch ? copy.to_pitch : copy.from_pitch;
    if (place == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    if (height > 1 && copy.width > pitch)
        return runtime_fail_as(name, cudaErrorInvalidPitchValue, PROGRAM_FAILURE_PITCH,
                               (const uint64_t[3]){copy.width, pitch});
    copy.height = height;
    copy.asynchronous = asynchronous;
    copy.stream = stream;
    return runtime_copy(name, &copy);
}

static cudaError_t to_array(const char *name, cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                            size_t width, size_t height, int kind, bool asynchronous, cudaStream_t stream) {
    uint8_t *place = inside(to, x, y, width, height);
    ProgramCopy copy = runtime_plain_copy(place, from, width, kind);
    copy.to_pitch = to != NULL ? runtime_array_row(to) : 0;
    copy.from_pitch = pitch;
    return copy_rectangle(name, copy, place, height, asynchronous, stream);
}

static cudaError_t from_array(const char *name, void *to, size_t pitch, cudaArray_t from, size_t x, size_t y,
                              size_t width, size_t height, int kind, bool asynchronous, cudaStream_t stream) {
    const uint8_t *place = inside(from, x, y, width, height);
    ProgramCopy copy = runtime_plain_copy(to, place, width, kind);
    copy.to_pitch = pitch;
    copy.from_pitch = from != NULL ? runtime_array_row(from) : 0;
    return copy_rectangle(name, copy, place, height, asynchronous, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, int kind) {
    return to_array("cudaMemcpy2DToArray", to, x, y, from, pitch, width, height, kind, false, 0);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, int kind, cudaStream_t stream) {
    return to_array("cudaMemcpy2DToArrayAsync", to, x, y, from, pitch, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width,
                                  size_t height, int kind) {
    return from_array("cudaMemcpy2DFromArray", to, pitch, from, x, y, width, height, kind, false, 0);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_t from, size_t x, size_t y, size_t width,
                                       size_t height, int kind, cudaStream_t stream) {
    return from_array("cudaMemcpy2DFromArrayAsync", to, pitch, from, x, y, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_t from, size_t x, size_t y,
                                     size_t width, size_t height, int kind) {
    const uint8_t *place = inside(from, x, y, width, height);
    if (place == NULL) return runtime_fail("cudaMemcpy2DArrayToArray", cudaErrorInvalidValue);
    return to_array("cudaMemcpy2DArrayToArray", to, to_x, to_y, place, runtime_array_row(from), width, height, kind,
                    false, 0);
}

/* ---- copies of bytes that begin in a row and may go on in the next ones ------------------------------------------ */

static uint8_t *bytes_inside(cudaArray_t array, size_t x, size_t y, size_t bytes) {
    uint8_t *place = inside(array, x, y, 0, 0);
    return place != NULL && bytes <= (rows_of(array) - y) * runtime_array_row(array) - x ? place : NULL;
}

static cudaError_t copy_bytes(const char *name, void *to, const void *from, size_t bytes, int kind, bool asynchronous,
                              cudaStream_t stream) {
    if (to == NULL || from == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    return copy_rectangle(name, runtime_plain_copy(to, from, bytes, kind), to, 1, asynchronous, stream);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, int kind) {
    return copy_bytes("cudaMemcpyToArray", bytes_inside(to, x, y, bytes), from, bytes, kind, false, 0);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, int kind,
                                   cudaStream_t stream) {
    return copy_bytes("cudaMemcpyToArrayAsync", bytes_inside(to, x, y, bytes), from, bytes, kind, true, stream);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes, int kind) {
    return copy_bytes("cudaMemcpyFromArray", to, bytes_inside(from, x, y, bytes), bytes, kind, false, 0);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_t from, size_t x, size_t y, size_t bytes, int kind,
                                     cudaStream_t stream) {
    return copy_bytes("cudaMemcpyFromArrayAsync", to, bytes_inside(from, x, y, bytes), bytes, kind, true, stream);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_t from, size_t x, size_t y,
                                   size_t bytes, int kind) {
    return copy_bytes("cudaMemcpyArrayToArray", bytes_inside(to, to_x, to_y, bytes), bytes_inside(from, x, y, bytes),
                      bytes, kind, false, 0);
}

/* ---- copies of boxes --------------------------------------------------------------------------------------------- */

/* One side of a copy of three dimensions, in bytes. */
typedef struct Box {
    uint64_t address, pitch, slice;
} Box;

/* False: the box is not all inside the array, or a row of it not in the pitch. element: the bytes of the array's that
 * takes part, else 1. By cudaMemcpy3DParms' documentation a pointer's position counts bytes; on an H200 it counts such
 * elements (tests/hardware/runtime_calls_h200.txt). */
static bool box_of(cudaArray_t array, const cudaPos *at, const cudaPitchedPtr *pitched, size_t element,
                   const cudaExtent *extent, Box *box) {
    size_t width = extent->width * element, x;
    if (array == NULL) {
        if (__builtin_mul_overflow(at->x, element, &x)) return false;
        *box = (Box){.pitch = pitched->pitch, .slice = pitched->pitch * pitched->ysize};
        box->address = (uint64_t)(uintptr_t)pitched->ptr + at->z * box->slice + at->y * box->pitch + x;
        return width <= box->pitch && x <= box->pitch - width;
    }
    const uint8_t *place =
        at->x <= array->width ? inside(array, at->x * runtime_texel_bytes(&array->format), at->y, width, extent->height)
                              : NULL;
    if (place == NULL || at->z > slices_of(array) || extent->depth > slices_of(array) - at->z) return false;
    *box = (Box){.pitch = runtime_array_row(array), .slice = runtime_array_slice(array)};
    box->address = (uint64_t)(uintptr_t)place + at->z * box->slice;
    return true;
}

bool runtime_copy_of_3d(RuntimeCall *call, const cudaMemcpy3DParms *all, ProgramCopy *copy) {
    size_t width = 0;
    call->error = cudaErrorInvalidValue;
    if (all == NULL) return false;
    /* the extent counts elements of the array that takes part, else bytes */
    cudaArray_t array = all->srcArray != NULL ? all->srcArray : all->dstArray;
    size_t element = array != NULL ? runtime_texel_bytes(&array->format) : 1;
    bool same = all->dstArray == NULL || runtime_texel_bytes(&all->dstArray->format) == element;
    Box to, from;
    bool one_each =
        (all->srcArray != NULL) != (all->srcPtr.ptr != NULL) && (all->dstArray != NULL) != (all->dstPtr.ptr != NULL);
    if (!same || !one_each || __builtin_mul_overflow(all->extent.width, element, &width) ||
        !box_of(all->dstArray, &all->dstPos, &all->dstPtr, element, &all->extent, &to) ||
        !box_of(all->srcArray, &all->srcPos, &all->srcPtr, element, &all->extent, &from))
        return false;
    call->error = cudaSuccess;
    *copy = (ProgramCopy){.to = to.address,
                          .from = from.address,
                          .to_pitch = to.pitch,
                          .from_pitch = from.pitch,
                          .to_slice = to.slice,
                          .from_slice = from.slice,
                          .width = width,
                          .height = all->extent.height,
                          .depth = all->extent.depth,
                          .kind = all->kind};
    return true;
}
