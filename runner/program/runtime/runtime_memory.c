/* Allocations. */
#include "program/runtime/runtime_graph.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PITCH_ALIGNMENT = 512, HOST_ALLOC_FLAGS = 7 /* portable, mapped, write-combined */ };

void runtime_give_up(RuntimeCall *call, uint64_t address, ProgramMemory kind, cudaError_t error) {
    call->call.arguments[0] = address;
    call->call.arguments[1] = kind;
    runtime_ask(call, PROGRAM_FREE, NULL, 0);
    call->error = error;
    runtime_note(call);
}

/* Pinned and managed memory is mapped at its device address, so that the same pointer serves host and device. */
static cudaError_t allocate(const char *name, void **pointer, uint64_t bytes, ProgramMemory kind, unsigned flags) {
    if (pointer == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = bytes;
        call.call.arguments[1] = kind;
        call.call.arguments[2] = flags;
        if (runtime_ask(&call, PROGRAM_ALLOCATE, NULL, 0)) {
            bool shared = kind == PROGRAM_PINNED || kind == PROGRAM_MANAGED;
            uint64_t address = call.reply.values[0];
            if (shared && address != 0 && !runtime_open(address, call.reply.values[1], bytes))
                runtime_give_up(&call, address, kind, cudaErrorMemoryAllocation);
            else
                *pointer = (void *)(uintptr_t)address;
        }
    }
    return runtime_finish(&call);
}

static cudaError_t release(const char *name, void *pointer, ProgramMemory kind, bool waits) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)pointer;
        call.call.arguments[1] = kind;
        if (runtime_ask(&call, PROGRAM_FREE, NULL, 0)) {
            if (waits && pointer != NULL) runtime_wait_for_all(); /* of NULL nothing is freed */
            runtime_pool_freed(pointer);
            if (call.reply.values[0] != 0) runtime_close((uint64_t)(uintptr_t)pointer, call.reply.values[0]);
            runtime_print(&call);
        }
    }
    return runtime_finish(&call);
}

cudaError_t runtime_allocate(const char *name, void **pointer, uint64_t bytes) {
    return allocate(name, pointer, bytes, PROGRAM_DEVICE, 0);
}

cudaError_t runtime_release(const char *name, void *pointer) {
    return release(name, pointer, PROGRAM_DEVICE, true);
}

cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return allocate("cudaMalloc", pointer, bytes, PROGRAM_DEVICE, 0);
}

cudaError_t cudaMallocManaged(void **pointer, size_t bytes, unsigned flags) {
    if (flags != 1 && flags != 2) return runtime_fail("cudaMallocManaged", cudaErrorInvalidValue);
    return allocate("cudaMallocManaged", pointer, bytes, PROGRAM_MANAGED, flags);
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return allocate("cudaMallocHost", pointer, bytes, PROGRAM_PINNED, 0);
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    if (flags > HOST_ALLOC_FLAGS) return runtime_fail("cudaHostAlloc", cudaErrorInvalidValue);
    return allocate("cudaHostAlloc", pointer, bytes, PROGRAM_PINNED, flags);
}

static size_t pitch_of(size_t width) {
    return (width + PITCH_ALIGNMENT - 1) / PITCH_ALIGNMENT * PITCH_ALIGNMENT;
}

cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
    size_t bytes;
    if (pitch == NULL || width > SIZE_MAX / 2 || __builtin_mul_overflow(pitch_of(width), height, &bytes))
        return runtime_fail("cudaMallocPitch", cudaErrorInvalidValue);
    *pitch = pitch_of(width);
    return allocate("cudaMallocPitch", pointer, bytes, PROGRAM_DEVICE, 0);
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *pitched, cudaExtent extent) {
    size_t slice, bytes;
    if (pitched == NULL || extent.width > SIZE_MAX / 2 ||
        __builtin_mul_overflow(pitch_of(extent.width), extent.height, &slice) ||
        __builtin_mul_overflow(slice, extent.depth, &bytes))
        return runtime_fail("cudaMalloc3D", cudaErrorInvalidValue);
    *pitched = (cudaPitchedPtr){.pitch = pitch_of(extent.width), .xsize = extent.width, .ysize = extent.height};
    return allocate("cudaMalloc3D", &pitched->ptr, bytes, PROGRAM_DEVICE, 0);
}

cudaError_t cudaFree(void *pointer) {
    return release("cudaFree", pointer, PROGRAM_DEVICE, true);
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream) {
    RuntimeCall call;
    RuntimeWork work = runtime_graph_free_work(pointer);
    bool captured = runtime_enter(&call, "cudaFreeAsync") && pointer != NULL && runtime_is_captured(stream);
    if (captured) runtime_work(&call, stream, &work);
    cudaError_t error = runtime_finish(&call);
    if (captured || error != cudaSuccess) return error;
    return release("cudaFreeAsync", pointer, PROGRAM_DEVICE, false);
}

cudaError_t cudaFreeHost(void *pointer) {
    return release("cudaFreeHost", pointer, PROGRAM_PINNED, true);
}

cudaError_t cudaHostGetDevicePointer(void **pointer, void *host, unsigned flags) {
    if (pointer == NULL || flags != 0) return runtime_fail("cudaHostGetDevicePointer", cudaErrorInvalidValue);
    RuntimeCall call;
    uint64_t address = (uint64_t)(uintptr_t)host, registered = 0;
    if (runtime_enter(&call, "cudaHostGetDevicePointer") && (registered = runtime_registered(address, NULL)) != 0) {
        *pointer = (void *)(uintptr_t)registered;
    } else if (call.error == cudaSuccess) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)host;
        if (runtime_ask(&call, PROGRAM_POINTER, NULL, 0)) {
            bool known = call.reply.values[0] == PROGRAM_PINNED || call.reply.values[0] == PROGRAM_MANAGED;
            call.error = known ? cudaSuccess : cudaErrorInvalidValue;
            if (known) *pointer = host;
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host) {
    if (flags != NULL && runtime_registered((uint64_t)(uintptr_t)host, flags) != 0) return cudaSuccess;
    if (flags == NULL || !runtime_is_device(host)) return runtime_fail("cudaHostGetFlags", cudaErrorInvalidValue);
    *flags = 2; /* cudaHostAllocMapped: all is mapped */
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
    if (attributes == NULL) return runtime_fail("cudaPointerGetAttributes", cudaErrorInvalidValue);
    static const int types[] = {[PROGRAM_DEVICE] = 2, [PROGRAM_PINNED] = 1, [PROGRAM_MANAGED] = 3};
    RuntimeCall call;
    if (runtime_enter(&call, "cudaPointerGetAttributes")) {
        uint64_t registered = runtime_registered((uint64_t)(uintptr_t)pointer, NULL);
        uint64_t device = registered != 0 ? registered : (uint64_t)(uintptr_t)pointer;
        call.call.arguments[0] = device;
        if (runtime_ask(&call, PROGRAM_POINTER, NULL, 0)) {
            uint64_t kind = call.reply.values[0];
            memset(attributes, 0, sizeof *attributes);
            attributes->device = -2;
            attributes->hostPointer = (void *)(uintptr_t)pointer;
            if (kind <= PROGRAM_MANAGED) {
                attributes->type = types[kind];
                attributes->device = 0;
                attributes->devicePointer = (void *)(uintptr_t)device;
                if (kind == PROGRAM_DEVICE) attributes->hostPointer = NULL;
            }
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
    RuntimeCall call;
    if (runtime_enter(&call, "cudaMemGetInfo") && runtime_ask(&call, PROGRAM_MEMORY_INFO, NULL, 0)) {
        if (available != NULL) *available = call.reply.values[0];
        if (total != NULL) *total = call.reply.values[1];
    }
    return runtime_finish(&call);
}

/* Hints that change nothing where all memory is in one place. They are for managed memory alone, and for bytes of one
 * allocation. */
static cudaError_t hint(const char *name, const void *pointer, size_t bytes) {
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)pointer;
        if (runtime_ask(&call, PROGRAM_POINTER, NULL, 0) &&
            (call.reply.values[0] != PROGRAM_MANAGED || bytes == 0 || bytes > call.reply.values[1])) {
            call.error = cudaErrorInvalidValue;
            runtime_note(&call);
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, int advice, int64_t where, int64_t more) {
    (void)advice, (void)where, (void)more;
    return hint("cudaMemAdvise", pointer, bytes);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int64_t where, int64_t more, cudaStream_t stream) {
    (void)where, (void)more, (void)stream;
    return hint("cudaMemPrefetchAsync", pointer, bytes);
}

/* Which streams may use managed memory: all may, where memory is in one place. */
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes, unsigned flags) {
    (void)stream, (void)flags;
    RuntimeCall call;
    if (runtime_enter(&call, "cudaStreamAttachMemAsync")) {
        call.call.arguments[0] = (uint64_t)(uintptr_t)pointer;
        if (runtime_ask(&call, PROGRAM_POINTER, NULL, 0) &&
            (call.reply.values[0] != PROGRAM_MANAGED || (bytes != 0 && bytes != call.reply.values[1]))) {
            call.error = cudaErrorInvalidValue;
            runtime_note(&call);
        }
    }
    return runtime_finish(&call);
}
