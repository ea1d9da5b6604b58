#include "cuda/driver.h"

#include <dlfcn.h>
#include <string.h>

typedef struct DriverSymbol {
    const char *name;
    size_t offset; /* of the function pointer in CudaDriver */
    bool optional;
} DriverSymbol;

#define AT(function) offsetof(CudaDriver, function)

static const DriverSymbol symbols[] = {
    {"cuInit", AT(cuInit), false},
    {"cuDriverGetVersion", AT(cuDriverGetVersion), false},
    {"cuGetErrorName", AT(cuGetErrorName), false},
    {"cuGetErrorString", AT(cuGetErrorString), false},
    {"cuDeviceGetCount", AT(cuDeviceGetCount), false},
    {"cuDeviceGet", AT(cuDeviceGet), false},
    {"cuDeviceGetName", AT(cuDeviceGetName), false},
    {"cuDeviceGetAttribute", AT(cuDeviceGetAttribute), false},
    {"cuDeviceTotalMem_v2", AT(cuDeviceTotalMem), false},
    {"cuDevicePrimaryCtxRetain", AT(cuDevicePrimaryCtxRetain), false},
    {"cuCtxSetCurrent", AT(cuCtxSetCurrent), false},
    {"cuCtxSynchronize", AT(cuCtxSynchronize), false},
    {"cuCtxSetLimit", AT(cuCtxSetLimit), false},
    {"cuModuleLoadData", AT(cuModuleLoadData), false},
    {"cuModuleUnload", AT(cuModuleUnload), false},
    {"cuModuleGetFunction", AT(cuModuleGetFunction), false},
    {"cuModuleGetGlobal_v2", AT(cuModuleGetGlobal), false},
    {"cuLinkCreate_v2", AT(cuLinkCreate), false},
    {"cuLinkAddData_v2", AT(cuLinkAddData), false},
    {"cuLinkComplete", AT(cuLinkComplete), false},
    {"cuLinkDestroy", AT(cuLinkDestroy), false},
    {"cuFuncGetAttribute", AT(cuFuncGetAttribute), false},
    {"cuFuncSetAttribute", AT(cuFuncSetAttribute), false},
    {"cuFuncGetParamInfo", AT(cuFuncGetParamInfo), true},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", AT(cuOccupancyMaxActiveBlocksPerMultiprocessor), false},
    {"cuLaunchKernel", AT(cuLaunchKernel), false},
    {"cuMemAlloc_v2", AT(cuMemAlloc), false},
    {"cuMemFree_v2", AT(cuMemFree), false},
    {"cuMemHostAlloc", AT(cuMemHostAlloc), false},
    {"cuMemFreeHost", AT(cuMemFreeHost), false},
    {"cuMemcpyHtoD_v2", AT(cuMemcpyHtoD), false},
    {"cuMemcpyDtoH_v2", AT(cuMemcpyDtoH), false},
    {"cuMemcpyHtoDAsync_v2", AT(cuMemcpyHtoDAsync), false},
    {"cuMemcpyDtoHAsync_v2", AT(cuMemcpyDtoHAsync), false},
    {"cuMemcpyDtoDAsync_v2", AT(cuMemcpyDtoDAsync), false},
    {"cuMemcpy2D_v2", AT(cuMemcpy2D), false},
    {"cuMemsetD8Async", AT(cuMemsetD8Async), false},
    {"cuStreamCreate", AT(cuStreamCreate), false},
    {"cuStreamDestroy_v2", AT(cuStreamDestroy), false},
    {"cuStreamWaitEvent", AT(cuStreamWaitEvent), false},
    {"cuEventCreate", AT(cuEventCreate), false},
    {"cuEventDestroy_v2", AT(cuEventDestroy), false},
    {"cuEventRecord", AT(cuEventRecord), false},
    {"cuEventElapsedTime", AT(cuEventElapsedTime), false},
    {"cuArrayCreate_v2", AT(cuArrayCreate), false},
    {"cuArrayDestroy", AT(cuArrayDestroy), false},
    {"cuTexObjectCreate", AT(cuTexObjectCreate), false},
    {"cuTexObjectDestroy", AT(cuTexObjectDestroy), false},
    {"cuCoredumpSetAttributeGlobal", AT(cuCoredumpSetAttributeGlobal), true},
};

/* Where containers and WSL mount the driver, which the loader does not always search. */
static const char *const usual_places[] = {
    "libcuda.so.1",
    "/usr/local/nvidia/lib64/libcuda.so.1",
    "/usr/lib/wsl/lib/libcuda.so.1",
    "/usr/local/cuda/compat/libcuda.so.1",
};

static void *open_library(const char *path) {
    if (path != NULL) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *library = NULL;
    for (size_t i = 0; i < sizeof usual_places / sizeof *usual_places && library == NULL; i++)
        library = dlopen(usual_places[i], RTLD_NOW | RTLD_LOCAL);
    return library;
}

bool driver_load(CudaDriver *driver, const char *path, const char **why) {
    *driver = (CudaDriver){.library = open_library(path)};
    if (driver->library == NULL) {
        *why = "there is no NVIDIA driver on this machine (libcuda.so.1 was not found)";
        return false;
    }
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *function = dlsym(driver->library, symbols[i].name);
        if (function == NULL && !symbols[i].optional) {
            *why = "the NVIDIA driver is too old: it is from before CUDA 11. Update it";
            return false;
        }
        memcpy((char *)driver + symbols[i].offset, &function, sizeof function); /* POSIX: the two are of one size */
    }
    return true;
}

const char *driver_path(const CudaDriver *driver) {
    void *address;
    memcpy(&address, &driver->cuInit, sizeof address);
    Dl_info info;
    return dladdr(address, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "";
}

const char *driver_error_name(const CudaDriver *driver, CUresult error) {
    const char *name = NULL;
    if (driver->cuGetErrorName(error, &name) != CUDA_SUCCESS || name == NULL) return "an unknown CUDA error";
    return name;
}

const char *driver_error_text(const CudaDriver *driver, CUresult error) {
    const char *text = NULL;
    if (driver->cuGetErrorString(error, &text) != CUDA_SUCCESS || text == NULL) return "no description";
    return text;
}
