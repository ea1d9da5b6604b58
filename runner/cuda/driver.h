/* CUDA's driver API, found at run time.
 *
 * libcuda comes with the GPU's driver, not with the toolkit, and most machines that run this program have neither.
 * So nothing is linked and no CUDA header is needed. The declarations below are the part of the binary interface
 * that is used, with the versioned symbol names that libcuda exports (cuMemAlloc_v2 for what cuda.h calls
 * cuMemAlloc). It has been stable since CUDA 11, except for the functions marked optional. Source: cuda.h of CUDA
 * 13.0 and the driver API reference.
 *
 * Only worker processes load it, because CUDA does not work in a fork of a process that has initialised it. */
#ifndef WARPSCHOOL_CUDA_DRIVER_H
#define WARPSCHOOL_CUDA_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int CUdevice;
typedef uint64_t CUdeviceptr;
typedef uint64_t CUtexObject;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUarray_st *CUarray;
typedef struct CUlinkState_st *CUlinkState;

typedef enum CUresult {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_OUT_OF_MEMORY = 2,
    CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_STUB_LIBRARY = 34,
    CUDA_ERROR_DEVICE_UNAVAILABLE = 46,
    CUDA_ERROR_NO_DEVICE = 100,
    CUDA_ERROR_INVALID_DEVICE = 101,
    CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
    CUDA_ERROR_ECC_UNCORRECTABLE = 214,
    CUDA_ERROR_INVALID_PTX = 218,
    CUDA_ERROR_NVLINK_UNCORRECTABLE = 220,
    CUDA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
    CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
    CUDA_ERROR_JIT_COMPILATION_DISABLED = 223,
    CUDA_ERROR_CONTAINED = 226,
    CUDA_ERROR_INVALID_HANDLE = 400,
    CUDA_ERROR_NOT_FOUND = 500,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700,
    CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
    CUDA_ERROR_LAUNCH_TIMEOUT = 702,
    CUDA_ERROR_ASSERT = 710,
    CUDA_ERROR_HARDWARE_STACK_ERROR = 714,
    CUDA_ERROR_ILLEGAL_INSTRUCTION = 715,
    CUDA_ERROR_MISALIGNED_ADDRESS = 716,
    CUDA_ERROR_INVALID_ADDRESS_SPACE = 717,
    CUDA_ERROR_INVALID_PC = 718,
    CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800,
    CUDA_ERROR_SYSTEM_NOT_READY = 802,
    CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
    CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
    CUDA_ERROR_UNKNOWN = 999,
} CUresult;

enum { /* CUdevice_attribute */
       CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
       CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
       CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
       CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
       CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
       CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
       CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
       CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
       CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
       CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
       CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
};
enum { /* CUcomputemode */ CU_COMPUTEMODE_PROHIBITED = 2, CU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3 };
enum { /* CUfunction_attribute */
       CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
       CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
       CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
       CU_FUNC_ATTRIBUTE_NUM_REGS = 4,
       CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
};
enum { /* CUlimit */ CU_LIMIT_STACK_SIZE = 0, CU_LIMIT_PRINTF_FIFO_SIZE = 1, CU_LIMIT_MALLOC_HEAP_SIZE = 2 };
enum { /* CUjit_option, CUjitInputType */
       CU_JIT_ERROR_LOG_BUFFER = 5,
       CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
       CU_JIT_GENERATE_LINE_INFO = 13,
       CU_JIT_INPUT_PTX = 1,
};
enum { /* CUcoredumpSettings and flags */
       CU_COREDUMP_ENABLE_ON_EXCEPTION = 1,
       CU_COREDUMP_FILE = 5,
       CU_COREDUMP_GENERATION_FLAGS = 7,
       CU_COREDUMP_LIGHTWEIGHT_FLAGS = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5, /* no contents of any memory */
};
enum { CU_STREAM_NON_BLOCKING = 1 };
enum { /* CUmemorytype, CUresourcetype, flags of textures */
       CU_MEMORYTYPE_HOST = 1,
       CU_MEMORYTYPE_ARRAY = 3,
       CU_RESOURCE_TYPE_ARRAY = 0,
       CU_RESOURCE_TYPE_LINEAR = 2,
       CU_TRSF_READ_AS_INTEGER = 1,
       CU_TRSF_NORMALIZED_COORDINATES = 2,
};
enum { /* CUarray_format */
       CU_AD_FORMAT_UNSIGNED_INT8 = 1,
       CU_AD_FORMAT_UNSIGNED_INT16 = 2,
       CU_AD_FORMAT_UNSIGNED_INT32 = 3,
       CU_AD_FORMAT_SIGNED_INT8 = 8,
       CU_AD_FORMAT_SIGNED_INT16 = 9,
       CU_AD_FORMAT_SIGNED_INT32 = 10,
       CU_AD_FORMAT_HALF = 0x10,
       CU_AD_FORMAT_FLOAT = 0x20,
};

typedef struct CUDA_ARRAY_DESCRIPTOR {
    size_t Width, Height; /* elements; Height 0: one dimension */
    int Format;
    unsigned NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_RESOURCE_DESC {
    int resType;
    union {
        CUarray array;
        struct {
            CUdeviceptr devPtr;
            int format;
            unsigned numChannels;
            size_t sizeInBytes;
        } linear;
        int reserved[32];
        uint64_t aligned; /* cuda.h's union holds pointers and sizes */
    } res;
    unsigned flags;
} CUDA_RESOURCE_DESC;

typedef struct CUDA_TEXTURE_DESC {
    int addressMode[3];
    int filterMode;
    unsigned flags, maxAnisotropy;
    int mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    float borderColor[4];
    int reserved[12];
} CUDA_TEXTURE_DESC;

/* The functions by the names of cuda.h. Optional ones are NULL where the driver is older than they are. */
typedef struct CudaDriver {
    void *library;
    CUresult (*cuInit)(unsigned flags);
    CUresult (*cuDriverGetVersion)(int *version);
    CUresult (*cuGetErrorName)(CUresult error, const char **name);
    CUresult (*cuGetErrorString)(CUresult error, const char **text);
    CUresult (*cuDeviceGetCount)(int *count);
    CUresult (*cuDeviceGet)(CUdevice *device, int ordinal);
    CUresult (*cuDeviceGetName)(char *name, int size, CUdevice device);
    CUresult (*cuDeviceGetAttribute)(int *value, int attribute, CUdevice device);
    CUresult (*cuDeviceTotalMem)(size_t *bytes, CUdevice device);
    CUresult (*cuDevicePrimaryCtxRetain)(CUcontext *context, CUdevice device);
    CUresult (*cuCtxSetCurrent)(CUcontext context);
    CUresult (*cuCtxSynchronize)(void);
    CUresult (*cuCtxSetLimit)(int limit, size_t value);
    CUresult (*cuModuleLoadData)(CUmodule *module, const void *image);
    CUresult (*cuModuleUnload)(CUmodule module);
    CUresult (*cuModuleGetFunction)(CUfunction *function, CUmodule module, const char *name);
    CUresult (*cuModuleGetGlobal)(CUdeviceptr *address, size_t *size, CUmodule module, const char *name);
    CUresult (*cuLinkCreate)(unsigned count, int *options, void **values, CUlinkState *state);
    CUresult (*cuLinkAddData)(CUlinkState state, int type, void *data, size_t size, const char *name, unsigned count,
                              int *options, void **values);
    CUresult (*cuLinkComplete)(CUlinkState state, void **cubin, size_t *size);
    CUresult (*cuLinkDestroy)(CUlinkState state);
    CUresult (*cuFuncGetAttribute)(int *value, int attribute, CUfunction function);
    CUresult (*cuFuncSetAttribute)(CUfunction function, int attribute, int value);
    CUresult (*cuFuncGetParamInfo)(CUfunction function, size_t index, size_t *offset,
                                   size_t *size); /* optional: 12.4 */
    CUresult (*cuOccupancyMaxActiveBlocksPerMultiprocessor)(int *blocks, CUfunction function, int threads,
                                                            size_t shared);
    CUresult (*cuLaunchKernel)(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                               unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params,
                               void **extra);
    CUresult (*cuMemAlloc)(CUdeviceptr *address, size_t size);
    CUresult (*cuMemFree)(CUdeviceptr address);
    CUresult (*cuMemHostAlloc)(void **address, size_t size, unsigned flags);
    CUresult (*cuMemFreeHost)(void *address);
    CUresult (*cuMemcpyHtoD)(CUdeviceptr to, const void *from, size_t size);
    CUresult (*cuMemcpyDtoH)(void *to, CUdeviceptr from, size_t size);
    CUresult (*cuMemcpyHtoDAsync)(CUdeviceptr to, const void *from, size_t size, CUstream stream);
    CUresult (*cuMemcpyDtoHAsync)(void *to, CUdeviceptr from, size_t size, CUstream stream);
    CUresult (*cuMemcpyDtoDAsync)(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream);
    CUresult (*cuMemcpy2D)(const CUDA_MEMCPY2D *copy);
    CUresult (*cuMemsetD8Async)(CUdeviceptr to, unsigned char value, size_t size, CUstream stream);
    CUresult (*cuStreamCreate)(CUstream *stream, unsigned flags);
    CUresult (*cuStreamDestroy)(CUstream stream);
    CUresult (*cuStreamWaitEvent)(CUstream stream, CUevent event, unsigned flags);
    CUresult (*cuEventCreate)(CUevent *event, unsigned flags);
    CUresult (*cuEventDestroy)(CUevent event);
    CUresult (*cuEventRecord)(CUevent event, CUstream stream);
    CUresult (*cuEventElapsedTime)(float *ms, CUevent start, CUevent end);
    CUresult (*cuArrayCreate)(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor);
    CUresult (*cuArrayDestroy)(CUarray array);
    CUresult (*cuTexObjectCreate)(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                                  const CUDA_TEXTURE_DESC *descriptor, const void *view);
    CUresult (*cuTexObjectDestroy)(CUtexObject texture);
    CUresult (*cuCoredumpSetAttributeGlobal)(int attribute, void *value, size_t *size); /* optional: 12.1 */
} CudaDriver;

/* Loads libcuda: path, or where path is NULL the library that the system's loader finds, then the usual folders of
 * containers. False where there is none or a function is missing; *why is then one sentence, in static memory or
 * dlerror's. The library stays loaded until the process ends. */
bool driver_load(CudaDriver *driver, const char *path, const char **why);

/* The path at which the loader found it; "" where that is unknown. */
const char *driver_path(const CudaDriver *driver);

/* "CUDA_ERROR_ILLEGAL_ADDRESS", and the driver's own words for it. Never NULL. */
const char *driver_error_name(const CudaDriver *driver, CUresult error);
const char *driver_error_text(const CudaDriver *driver, CUresult error);

#endif
