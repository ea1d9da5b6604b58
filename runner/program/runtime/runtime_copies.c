/* Copies and memsets. The server says where the bytes lie and looks the copy over; the bytes themselves are copied
 * here, because only this process sees the host's memory. */
#include "program/runtime/runtime_graph.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *place_of(uint64_t offset, uint64_t address) {
    return offset == PROGRAM_HOST_SIDE ? (uint8_t *)(uintptr_t)address : runtime_mapping() + offset;
}

static void move_rows(const ProgramCopy *copy, uint8_t *to, const uint8_t *from) {
    for (uint64_t z = 0; z < copy->depth; z++) {
        if (copy->to_pitch == copy->width && copy->from_pitch == copy->width)
            memmove(to + z * copy->to_slice, from + z * copy->from_slice, copy->width * copy->height);
        else
            for (uint64_t y = 0; y < copy->height; y++)
                memmove(to + z * copy->to_slice + y * copy->to_pitch,
                        from + z * copy->from_slice + y * copy->from_pitch, copy->width);
    }
}

/* The part of memory of both sides that the copy works on until the host has waited. */
static void mark_busy(const ProgramCopy *copy, RuntimeOrder order) {
    RuntimePart to = {.address = copy->to,
                      .pitch = copy->to_pitch,
                      .slice = copy->to_slice,
                      .width = copy->width,
                      .height = copy->height,
                      .depth = copy->depth,
                      .order = order};
    RuntimePart from = to;
    from.address = copy->from;
    from.pitch = copy->from_pitch;
    from.slice = copy->from_slice;
    from.read = true;
    runtime_busy(&to);
    runtime_busy(&from);
}

/* CUDA Runtime API, "API synchronization behavior": a copy to memory that is not pinned waits, too. */
static bool host_waits(const ProgramCopy *copy) {
    return !copy->asynchronous ||
           (runtime_is_device((void *)(uintptr_t)copy->from) && !runtime_is_device((void *)(uintptr_t)copy->to));
}

void runtime_copy_bytes(RuntimeCall *call, const ProgramCopy *copy, cudaStream_t stream, bool of_graph) {
    RuntimeOrder order = runtime_order_work(stream);
    if (!call->reply.values[PROGRAM_DONE])
        move_rows(copy, place_of(call->reply.values[PROGRAM_TO_OFFSET], copy->to),
                  place_of(call->reply.values[PROGRAM_FROM_OFFSET], copy->from));
    if (copy->asynchronous) runtime_order_copy(order);
    if (!of_graph && host_waits(copy))
        runtime_wait_for_stream(stream);
    else if (copy->width * copy->height * copy->depth > 0)
        mark_busy(copy, order);
    runtime_print(call);
}

cudaError_t runtime_copy(const char *name, const ProgramCopy *copy) {
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_COPY, .request = PROGRAM_COPY, .payload = copy, .size = sizeof *copy};
    if (runtime_enter(&call, name)) runtime_work(&call, copy->stream, &work);
    return runtime_finish(&call);
}

ProgramCopy runtime_plain_copy(void *to, const void *from, size_t bytes, int kind) {
    return (ProgramCopy){.to = (uint64_t)(uintptr_t)to,
                         .from = (uint64_t)(uintptr_t)from,
                         .to_pitch = bytes,
                         .from_pitch = bytes,
                         .width = bytes,
                         .height = 1,
                         .depth = 1,
                         .kind = kind};
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, int kind) {
    ProgramCopy copy = runtime_plain_copy(to, from, bytes, kind);
    return runtime_copy("cudaMemcpy", &copy);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, int kind, cudaStream_t stream) {
    ProgramCopy copy = runtime_plain_copy(to, from, bytes, kind);
    copy.asynchronous = 1;
    copy.stream = stream;
    return runtime_copy("cudaMemcpyAsync", &copy);
}

static cudaError_t copy_2d(const char *name, ProgramCopy copy, size_t height) {
    copy.height = height;
    uint64_t pitch = copy.to_pitch < copy.from_pitch ? copy.to_pitch : copy.from_pitch;
    if (copy.width > pitch)
        return runtime_fail_as(name, cudaErrorInvalidPitchValue, PROGRAM_FAILURE_PITCH,
                               (const uint64_t[3]){copy.width, pitch});
    return runtime_copy(name, &copy);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         int kind) {
    ProgramCopy copy = runtime_plain_copy(to, from, width, kind);
    copy.to_pitch = to_pitch;
    copy.from_pitch = from_pitch;
    return copy_2d("cudaMemcpy2D", copy, height);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, int kind, cudaStream_t stream) {
    ProgramCopy copy = runtime_plain_copy(to, from, width, kind);
    copy.to_pitch = to_pitch;
    copy.from_pitch = from_pitch;
    copy.asynchronous = 1;
    copy.stream = stream;
    return copy_2d("cudaMemcpy2DAsync", copy, height);
}

static cudaError_t copy_3d(const char *name, const cudaMemcpy3DParms *all, int asynchronous, cudaStream_t stream) {
    RuntimeCall call;
    ProgramCopy copy;
    RuntimeWork work = {.type = GRAPH_COPY, .request = PROGRAM_COPY, .payload = &copy, .size = sizeof copy};
    if (runtime_enter(&call, name)) {
        if (runtime_copy_of_3d(&call, all, &copy)) {
            copy.asynchronous = asynchronous;
            copy.stream = stream;
            runtime_work(&call, stream, &work);
        } else
            runtime_note(&call);
    }
    return runtime_finish(&call);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *all) {
    return copy_3d("cudaMemcpy3D", all, 0, 0);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *all, cudaStream_t stream) {
    return copy_3d("cudaMemcpy3DAsync", all, 1, stream);
}

/* ---- variables --------------------------------------------------------------------------------------------------- */

static cudaError_t copy_symbol(const char *name, const void *symbol, const void *other, size_t bytes, size_t offset,
                               int kind, bool to_symbol, bool asynchronous, cudaStream_t stream) {
    uint64_t address, size;
    cudaError_t error = runtime_symbol(name, symbol, &address, &size);
    if (error != cudaSuccess) return error;
    int backwards = to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice;
    if (kind == cudaMemcpyHostToHost || kind == backwards)
        return runtime_fail_as(name, cudaErrorInvalidMemcpyDirection, PROGRAM_FAILURE_DIRECTION,
                               (const uint64_t[3]){(uint64_t)kind, to_symbol});
    if (offset > size || bytes > size - offset)
        return runtime_fail_as(name, cudaErrorInvalidValue, PROGRAM_FAILURE_SYMBOL,
                               (const uint64_t[3]){bytes, offset, size});
    void *device = (void *)(uintptr_t)(address + offset);
    ProgramCopy copy =
        runtime_plain_copy(to_symbol ? device : (void *)(uintptr_t)other, to_symbol ? other : device, bytes, kind);
    copy.asynchronous = asynchronous;
    copy.stream = stream;
    return runtime_copy(name, &copy);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, int kind) {
    return copy_symbol("cudaMemcpyToSymbol", symbol, from, bytes, offset, kind, true, false, 0);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset, int kind,
                                    cudaStream_t stream) {
    return copy_symbol("cudaMemcpyToSymbolAsync", symbol, from, bytes, offset, kind, true, true, stream);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, int kind) {
    return copy_symbol("cudaMemcpyFromSymbol", symbol, to, bytes, offset, kind, false, false, 0);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, int kind,
                                      cudaStream_t stream) {
    return copy_symbol("cudaMemcpyFromSymbolAsync", symbol, to, bytes, offset, kind, false, true, stream);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    uint64_t address, size;
    if (pointer == NULL) return runtime_fail("cudaGetSymbolAddress", cudaErrorInvalidValue);
    cudaError_t error = runtime_symbol("cudaGetSymbolAddress", symbol, &address, &size);
    if (error == cudaSuccess) *pointer = (void *)(uintptr_t)address;
    return error;
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
    uint64_t address, size;
    if (bytes == NULL) return runtime_fail("cudaGetSymbolSize", cudaErrorInvalidValue);
    cudaError_t error = runtime_symbol("cudaGetSymbolSize", symbol, &address, &size);
    if (error == cudaSuccess) *bytes = size;
    return error;
}

/* ---- memset ------------------------------------------------------------------------------------------------------ */

/* How many rows and slices are set, and how far they lie apart. */
typedef struct SetShape {
    size_t pitch, slice, width, height, depth;
} SetShape;

static cudaError_t set_box(const char *name, void *device, int value, const SetShape *shape, bool asynchronous,
                           cudaStream_t stream) {
    RuntimeCall call;
    RuntimeWork work = {.type = GRAPH_SET,
                        .request = PROGRAM_SET,
                        .arguments = {(uint64_t)(uintptr_t)device, shape->pitch, (uint64_t)(unsigned char)value,
                                      shape->width, shape->height, asynchronous, stream, shape->depth, shape->slice}};
    if (runtime_enter(&call, name)) runtime_work(&call, stream, &work);
    return runtime_finish(&call);
}

static cudaError_t set_rows(const char *name, void *device, size_t pitch, int value, size_t width, size_t height,
                            bool asynchronous, cudaStream_t stream) {
    SetShape shape = {.pitch = pitch, .width = width, .height = height, .depth = 1};
    return set_box(name, device, value, &shape, asynchronous, stream);
}

cudaError_t cudaMemset(void *device, int value, size_t bytes) {
    return set_rows("cudaMemset", device, bytes, value, bytes, 1, false, 0);
}

cudaError_t cudaMemsetAsync(void *device, int value, size_t bytes, cudaStream_t stream) {
    return set_rows("cudaMemsetAsync", device, bytes, value, bytes, 1, true, stream);
}

cudaError_t cudaMemset2D(void *device, size_t pitch, int value, size_t width, size_t height) {
    return set_rows("cudaMemset2D", device, pitch, value, width, height, false, 0);
}

cudaError_t cudaMemset2DAsync(void *device, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    return set_rows("cudaMemset2DAsync", device, pitch, value, width, height, true, stream);
}

static cudaError_t set_3d(const char *name, const cudaPitchedPtr *pitched, int value, const cudaExtent *extent,
                          bool asynchronous, cudaStream_t stream) {
    SetShape shape = {.pitch = pitched->pitch,
                      .slice = pitched->pitch * pitched->ysize,
                      .width = extent->width,
                      .height = extent->height,
                      .depth = extent->depth};
    if (extent->depth == 0) shape.width = 0; /* nothing is set */
    return set_box(name, pitched->ptr, value, &shape, asynchronous, stream);
}

cudaError_t cudaMemset3D(cudaPitchedPtr pitched, int value, cudaExtent extent) {
    return set_3d("cudaMemset3D", &pitched, value, &extent, false, 0);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitched, int value, cudaExtent extent, cudaStream_t stream) {
    return set_3d("cudaMemset3DAsync", &pitched, value, &extent, true, stream);
}
