/* Fills in the Hello of a worker: the driver and the GPUs of the machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/worker.h"

static void say_problem(const CudaDriver *cuda, Hello *hello, CUresult error) {
    Trouble trouble = trouble_of(error);
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if ((error == CUDA_ERROR_NO_DEVICE || error == CUDA_ERROR_INVALID_DEVICE) && visible != NULL) {
        snprintf(hello->problem, sizeof hello->problem,
                 "there is an NVIDIA driver, but with CUDA_VISIBLE_DEVICES=\"%.100s\" it shows no GPU", visible);
        snprintf(hello->remedy, sizeof hello->remedy,
                 "unset CUDA_VISIBLE_DEVICES, or set it to the number of a GPU that nvidia-smi lists");
    } else if (trouble.problem != NULL) {
        snprintf(hello->problem, sizeof hello->problem, "%s", trouble.problem);
        snprintf(hello->remedy, sizeof hello->remedy, "%s", trouble.remedy);
    } else {
        snprintf(hello->problem, sizeof hello->problem, "the driver reports %s: %s", driver_error_name(cuda, error),
                 driver_error_text(cuda, error));
    }
}

static int attribute(const CudaDriver *cuda, CUdevice device, int number) {
    int value = 0;
    return cuda->cuDeviceGetAttribute(&value, number, device) == CUDA_SUCCESS ? value : 0;
}

static CUresult describe(const CudaDriver *cuda, int ordinal, WireGpu *gpu) {
    CUdevice device;
    CUresult error = cuda->cuDeviceGet(&device, ordinal);
    if (error != CUDA_SUCCESS) return error;
    size_t memory = 0;
    error = cuda->cuDeviceTotalMem(&memory, device);
    if (error != CUDA_SUCCESS) return error;
    cuda->cuDeviceGetName(gpu->name, (int)sizeof gpu->name, device);
    gpu->name[sizeof gpu->name - 1] = '\0';
    snprintf(gpu->arch, sizeof gpu->arch, "sm_%d%d",
             attribute(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
             attribute(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
    gpu->info = (GpuInfo){
        .multiprocessors = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        .memory = memory,
        .shared_per_block = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
        .shared_per_block_optin = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
        .registers_per_block = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
        .clock_khz = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
        .memory_clock_khz = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
        .memory_bus_bits = attribute(cuda, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
        .l2 = (uint64_t)attribute(cuda, device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
    };
    return CUDA_SUCCESS;
}

void hello_fill(const CudaDriver *cuda, Hello *hello) {
    snprintf(hello->driver_path, sizeof hello->driver_path, "%s", driver_path(cuda));
    cuda->cuDriverGetVersion(&hello->cuda_version);
    int count = 0;
    CUresult error = cuda->cuInit(0);
    if (error == CUDA_SUCCESS) error = cuda->cuDeviceGetCount(&count);
    if (error == CUDA_SUCCESS && count == 0) error = CUDA_ERROR_NO_DEVICE;
    for (int i = 0; i < count && i < WIRE_GPUS && error == CUDA_SUCCESS; i++) {
        error = describe(cuda, i, &hello->gpus[i]);
        if (error == CUDA_SUCCESS) hello->gpu_count = (uint32_t)i + 1;
    }
    if (hello->gpu_count == 0) say_problem(cuda, hello, error);
}

void hello_counters(const CudaDriver *cuda, Hello *hello) {
    CUdevice device;
    CUcontext context;
    if (hello->gpu_count == 0) return;
    CUresult error = cuda->cuDeviceGet(&device, 0);
    if (error == CUDA_SUCCESS) error = cuda->cuDevicePrimaryCtxRetain(&context, device);
    if (error == CUDA_SUCCESS) error = cuda->cuCtxSetCurrent(context);
    if (error != CUDA_SUCCESS) {
        say_problem(cuda, hello, error);
        return;
    }
    CountersPermission permission = counters_permission(cuda, context, device);
    snprintf(hello->counters, sizeof hello->counters, "%s", permission.said);
    if (permission.by != NULL) snprintf(hello->counters_by, sizeof hello->counters_by, "%s", permission.by);
}
