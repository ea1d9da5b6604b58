/* All memory that a kernel reads and writes: buffers, variables of the module, textures.
 *
 * The driver makes small allocations within one large page, so that a write just past an array's end hits another
 * array without a fault. Each buffer therefore has guards on both sides, filled with a pattern that is checked after
 * the launch: a write near a buffer is then found here as it is in the simulator. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "cuda/worker.h"

enum { GUARD = 64 << 10, GUARD_BYTE = 0xa5 };

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

static bool say_no_room(Job *job, uint64_t size) {
    Arena *arena = arena_new();
    job_fail(job,
             "the GPU has not enough free memory for a buffer of %s bytes: end other programs that use it (nvidia-smi "
             "lists them), or choose a smaller size",
             text_grouped(arena, size));
    arena_free(arena);
    return false;
}

static bool place_buffer(Job *job, size_t index) {
    const WireBuffer *buffer = job_buffer(job, index);
    Placed *placed = &job->placed[index];
    if (buffer->symbol != 0) return true;
    CUresult error = job->cuda->cuMemAlloc(&placed->allocation, buffer->size + (size_t)2 * GUARD);
    if (error != CUDA_SUCCESS) placed->allocation = 0;
    if (error == CUDA_ERROR_OUT_OF_MEMORY) return say_no_room(job, buffer->size);
    if (!job_ok(job, error, "allocate a buffer")) return false;
    placed->address = placed->allocation + GUARD;
    error = job->cuda->cuMemsetD8Async(placed->allocation, GUARD_BYTE, GUARD, NULL);
    if (error == CUDA_SUCCESS)
        error = job->cuda->cuMemsetD8Async(placed->address + buffer->size, GUARD_BYTE, GUARD, NULL);
    return job_ok(job, error, "fill the space around a buffer");
}

static bool find_symbol(Job *job, size_t index) {
    const WireBuffer *buffer = job_buffer(job, index);
    if (buffer->symbol == 0) return true;
    const char *name = job_at(job, buffer->symbol);
    size_t size = 0;
    CUresult error = job->cuda->cuModuleGetGlobal(&job->placed[index].address, &size, job->code->module, name);
    if (error == CUDA_ERROR_NOT_FOUND)
        return job_refuse(job, "cudaErrorInvalidSymbol", "the source has no __constant__ or __device__ variable %s",
                          name);
    if (!job_ok(job, error, "find a variable of the source")) return false;
    if (size >= buffer->size) return true;
    return job_refuse(job, "cudaErrorInvalidValue", "the variable %s has %zu bytes, the launch writes %llu", name, size,
                      (unsigned long long)buffer->size);
}

static bool fill_buffer(Job *job, size_t index) {
    const WireBuffer *buffer = job_buffer(job, index);
    Placed *placed = &job->placed[index];
    if (buffer->size == 0) return true;
    CUresult error = placed->pristine != 0
                         ? job->cuda->cuMemcpyDtoDAsync(placed->address, placed->pristine, buffer->size, NULL)
                         : job->cuda->cuMemcpyHtoD(placed->address, job_at(job, buffer->bytes), buffer->size);
    return job_ok(job, error, "copy a buffer to the GPU");
}

static bool fill_all(Job *job) {
    for (size_t i = 0; i < job->request->buffer_count; i++)
        if (!find_symbol(job, i) || !fill_buffer(job, i)) return false;
    return true;
}

bool place_keep_pristine(Job *job) {
    bool kept = true;
    for (size_t i = 0; i < job->request->buffer_count && kept; i++) {
        const WireBuffer *buffer = job_buffer(job, i);
        Placed *placed = &job->placed[i];
        if (buffer->size == 0) continue;
        CUdeviceptr copy = 0;
        kept = job->cuda->cuMemAlloc(&copy, buffer->size) == CUDA_SUCCESS;
        if (!kept) break;
        placed->pristine = copy;
        kept = job->cuda->cuMemcpyHtoD(copy, job_at(job, buffer->bytes), buffer->size) == CUDA_SUCCESS;
    }
    job->has_pristine = kept;
    return kept;
}

bool place_restore(Job *job) {
    if (job->request->has_variables && !code_renew(job)) return false;
    return fill_all(job);
}

/* ---- textures ---------------------------------------------------------------------------------------------------- */

static int array_format(Scalar type) {
    switch (type) {
    case SCALAR_U8: return CU_AD_FORMAT_UNSIGNED_INT8;
    case SCALAR_I8: return CU_AD_FORMAT_SIGNED_INT8;
    case SCALAR_U16: return CU_AD_FORMAT_UNSIGNED_INT16;
    case SCALAR_I16: return CU_AD_FORMAT_SIGNED_INT16;
    case SCALAR_U32: return CU_AD_FORMAT_UNSIGNED_INT32;
    case SCALAR_I32: return CU_AD_FORMAT_SIGNED_INT32;
    case SCALAR_F16: return CU_AD_FORMAT_HALF;
    case SCALAR_F32: return CU_AD_FORMAT_FLOAT;
    default: return 0;
    }
}

/* The texels: in a CUDA array, or in linear memory the buffer itself. */
static bool fill_texture(Job *job, const WireArg *arg, PlacedTexture *placed, CUDA_RESOURCE_DESC *resource) {
    const WireBuffer *buffer = job_buffer(job, arg->buffer);
    const Texture *texture = &arg->texture;
    size_t row = (size_t)texture->width * (size_t)texture->channels * scalar_size((Scalar)buffer->type);
    size_t rows = texture->height > 0 ? texture->height : 1;
    int format = array_format((Scalar)buffer->type);
    if (format == 0)
        return job_refuse(job, "cudaErrorInvalidChannelDescriptor", "a texture cannot hold elements of type %s",
                          scalar_name[buffer->type]);
    if (row == 0 || buffer->size / row < rows)
        return job_refuse(job, "cudaErrorInvalidValue",
                          "a texture of %u x %zu texels needs %zu bytes, its buffer has %llu", texture->width, rows,
                          row * rows, (unsigned long long)buffer->size);
    if (texture->linear_memory) {
        *resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_LINEAR,
                                         .res = {.linear = {.devPtr = job->placed[arg->buffer].address,
                                                            .format = format,
                                                            .numChannels = (unsigned)texture->channels,
                                                            .sizeInBytes = row}}};
        return true;
    }
    CUDA_ARRAY_DESCRIPTOR descriptor = {.Width = texture->width,
                                        .Height = texture->height,
                                        .Format = format,
                                        .NumChannels = (unsigned)texture->channels};
    if (!job_ok(job, job->cuda->cuArrayCreate(&placed->array, &descriptor), "make a texture's array")) return false;
    *resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_ARRAY, .res = {.array = placed->array}};
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = job_at(job, buffer->bytes),
                          .srcPitch = row,
                          .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                          .dstArray = placed->array,
                          .WidthInBytes = row,
                          .Height = rows};
    return job_ok(job, job->cuda->cuMemcpy2D(&copy), "copy a texture to the GPU");
}

/* The values of TextureAddress and TextureFilter are those of the driver's enumerations. Floats are read as they
 * are; integers become floats only where the texture asks for it. */
static bool place_texture(Job *job, size_t index) {
    const WireArg *arg = job_arg(job, index);
    PlacedTexture *placed = &job->textures[index];
    if (arg->kind != ARG_TEXTURE) return true;
    CUDA_RESOURCE_DESC resource;
    if (!fill_texture(job, arg, placed, &resource)) return false;
    const Texture *texture = &arg->texture;
    CUDA_TEXTURE_DESC descriptor = {
        .addressMode = {(int)texture->address[0], (int)texture->address[1], (int)texture->address[1]},
        .filterMode = (int)texture->filter,
        .flags = (texture->normalised_values ? 0u : (unsigned)CU_TRSF_READ_AS_INTEGER) |
                 (texture->normalised_coordinates ? (unsigned)CU_TRSF_NORMALIZED_COORDINATES : 0u),
    };
    CUresult error = job->cuda->cuTexObjectCreate(&placed->object, &resource, &descriptor, NULL);
    return job_ok(job, error, "make a texture object");
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

bool place_all(Job *job) {
    size_t buffers = job->request->buffer_count, args = job->request->arg_count;
    job->placed = memory_zeroed(buffers + 1, sizeof *job->placed);
    job->textures = memory_zeroed(args + 1, sizeof *job->textures);
    job->values = memory_zeroed(args + 1, sizeof *job->values);
    job->params = memory_zeroed(args + 1, sizeof *job->params);
    for (size_t i = 0; i < buffers; i++)
        if (!place_buffer(job, i)) return false;
    for (size_t i = 0; i < args; i++)
        if (!place_texture(job, i)) return false;
    for (size_t i = 0; i < args; i++) {
        const WireArg *arg = job_arg(job, i);
        job->params[i] = arg->bytes != 0 ? (void *)((uintptr_t)job_at(job, arg->bytes)) : &job->values[i];
    }
    return fill_all(job);
}

/* The offset of the first overwritten byte of the guard behind a buffer; GUARD where the guard is unchanged. */
static size_t broken_after(const unsigned char *guard) {
    for (size_t i = 0; i < GUARD; i++)
        if (guard[i] != GUARD_BYTE) return i;
    return GUARD;
}

static size_t broken_before(const unsigned char *guard) {
    for (size_t i = GUARD; i > 0; i--)
        if (guard[i - 1] != GUARD_BYTE) return GUARD - i;
    return GUARD;
}

static bool check_guards(Job *job, size_t index, unsigned char *guard) {
    const WireBuffer *buffer = job_buffer(job, index);
    const Placed *placed = &job->placed[index];
    if (placed->allocation == 0 || job->reply->overrun != 0) return true;
    if (!job_ok(job, job->cuda->cuMemcpyDtoH(guard, placed->address + buffer->size, GUARD), "look behind a buffer"))
        return false;
    size_t after = broken_after(guard);
    if (!job_ok(job, job->cuda->cuMemcpyDtoH(guard, placed->allocation, GUARD), "look before a buffer")) return false;
    size_t before = broken_before(guard);
    if (after == GUARD && before == GUARD) return true;
    job->reply->overrun = (int32_t)index + 1;
    job->reply->overrun_byte = after < GUARD ? (int64_t)(buffer->size + after) : -1 - (int64_t)before;
    return true;
}

bool place_collect(Job *job) {
    unsigned char *guard = memory_zeroed(1, GUARD);
    bool done = true;
    for (size_t i = 0; i < job->request->buffer_count && done; i++) {
        const WireBuffer *buffer = job_buffer(job, i);
        if (buffer->output && buffer->size > 0) {
            void *bytes = (void *)(uintptr_t)job_at(job, buffer->bytes);
            done = job_ok(job, job->cuda->cuMemcpyDtoH(bytes, job->placed[i].address, buffer->size),
                          "copy a buffer from the GPU");
        }
        done = done && check_guards(job, i, guard);
    }
    free(guard);
    return done;
}

void place_free(Job *job) {
    for (size_t i = 0; job->placed != NULL && i < job->request->buffer_count; i++) {
        if (job->placed[i].allocation != 0) job->cuda->cuMemFree(job->placed[i].allocation);
        if (job->placed[i].pristine != 0) job->cuda->cuMemFree(job->placed[i].pristine);
    }
    for (size_t i = 0; job->textures != NULL && i < job->request->arg_count; i++) {
        if (job->textures[i].object != 0) job->cuda->cuTexObjectDestroy(job->textures[i].object);
        if (job->textures[i].array != NULL) job->cuda->cuArrayDestroy(job->textures[i].array);
    }
    free(job->placed);
    free(job->textures);
    free(job->values);
    free(job->params);
}
