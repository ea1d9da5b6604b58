/* The device and its properties, limits, versions and errors. */
#include "program/runtime/runtime_graph.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* Whether the library has a server, which runtime_enter finds out. */
static cudaError_t wake(const char *name) {
    RuntimeCall call;
    runtime_enter(&call, name);
    return runtime_finish(&call);
}

cudaError_t cudaGetDeviceCount(int *count) {
    if (count == NULL) return runtime_fail("cudaGetDeviceCount", cudaErrorInvalidValue);
    *count = 0;
    cudaError_t error = wake("cudaGetDeviceCount");
    if (error == cudaSuccess) *count = 1;
    return error;
}

cudaError_t cudaGetDevice(int *device) {
    if (device == NULL) return runtime_fail("cudaGetDevice", cudaErrorInvalidValue);
    *device = 0;
    return wake("cudaGetDevice");
}

cudaError_t cudaSetDevice(int device) {
    if (device != 0) return runtime_fail("cudaSetDevice", cudaErrorInvalidDevice);
    return wake("cudaSetDevice");
}

cudaError_t cudaInitDevice(int device, unsigned flags, unsigned more) {
    (void)flags, (void)more;
    return device == 0 ? wake("cudaInitDevice") : runtime_fail("cudaInitDevice", cudaErrorInvalidDevice);
}

cudaError_t cudaChooseDevice(int *device, const void *properties) {
    if (device == NULL || properties == NULL) return runtime_fail("cudaChooseDevice", cudaErrorInvalidValue);
    *device = 0;
    return wake("cudaChooseDevice");
}

/* How the host waits (one of cudaDeviceSchedule...), cudaDeviceMapHost, cudaDeviceLmemResizeToMax and
 * cudaDeviceSyncMemops. None changes anything here; host memory is mapped always. */
enum { SCHEDULES = 7, MAP_HOST = 8, DEVICE_FLAGS = SCHEDULES | MAP_HOST | 16 | 128 };
static unsigned device_flags = MAP_HOST;

cudaError_t cudaSetDeviceFlags(unsigned flags) {
    unsigned schedule = flags & SCHEDULES;
    if ((flags & ~(unsigned)DEVICE_FLAGS) != 0 || (schedule & (schedule - 1)) != 0)
        return runtime_fail("cudaSetDeviceFlags", cudaErrorInvalidValue);
    device_flags = flags | MAP_HOST;
    return wake("cudaSetDeviceFlags");
}

cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    if (flags == NULL) return runtime_fail("cudaGetDeviceFlags", cudaErrorInvalidValue);
    *flags = device_flags;
    return cudaSuccess;
}

/* ---- properties -------------------------------------------------------------------------------------------------- */

static void fill(cudaDeviceProp *properties, const ProgramDevice *device) {
    *properties = (cudaDeviceProp){
        .totalGlobalMem = device->memory,
        .sharedMemPerBlock = device->shared_per_block,
        .regsPerBlock = device->registers_per_multiprocessor,
        .warpSize = 32,
        .memPitch = INT_MAX,
        .maxThreadsPerBlock = 1024,
        .maxThreadsDim = {1024, 1024, 64},
        .maxGridSize = {INT_MAX, 65535, 65535},
        .totalConstMem = 65536,
        .major = device->major,
        .minor = device->minor,
        .textureAlignment = 512,
        .texturePitchAlignment = 32,
        .multiProcessorCount = device->multiprocessors,
        .canMapHostMemory = 1,
        .maxTexture1D = 131072,
        .maxTexture2D = {131072, 65536},
        .maxTexture3D = {16384, 16384, 16384},
        .surfaceAlignment = 512,
        .concurrentKernels = 1,
        .pciBusID = 0,
        .asyncEngineCount = device->asynchronous_engines,
        .unifiedAddressing = 1,
        .memoryBusWidth = device->memory_bus_bits,
        .l2CacheSize = (int)device->l2,
        .maxThreadsPerMultiProcessor = device->threads_per_multiprocessor,
        .streamPrioritiesSupported = 1,
        .globalL1CacheSupported = 1,
        .localL1CacheSupported = 1,
        .sharedMemPerMultiprocessor = device->shared_per_multiprocessor,
        .regsPerMultiprocessor = device->registers_per_multiprocessor,
        .managedMemory = 1,
        .concurrentManagedAccess = 1,
        .cooperativeLaunch = 1,
        .sharedMemPerBlockOptin = device->shared_per_block_optin,
        .maxBlocksPerMultiProcessor = device->blocks_per_multiprocessor,
        .reservedSharedMemPerBlock = device->shared_reserved,
    };
    memcpy(properties->name, device->name, sizeof device->name);
#if RUNTIME_MAJOR >= 12
    properties->hostRegisterSupported = 1;
    properties->memoryPoolsSupported = 1;
#endif
#if RUNTIME_MAJOR < 13
    properties->clockRate = device->clock_khz;
    properties->memoryClockRate = device->memory_clock_khz;
    properties->deviceOverlap = 1;
    properties->singleToDoublePrecisionPerfRatio = 2;
#endif
}

static cudaError_t get_properties(const char *name, cudaDeviceProp *properties, int device) {
    if (properties == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    if (device != 0) return runtime_fail(name, cudaErrorInvalidDevice);
    cudaError_t error = wake(name);
    if (error == cudaSuccess) fill(properties, runtime_device());
    return error;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
    return get_properties("cudaGetDeviceProperties", properties, device);
}

#if RUNTIME_MAJOR == 12
cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp *properties, int device) {
    return get_properties("cudaGetDeviceProperties", properties, device);
}
#endif

/* The numbers are those of cudaDeviceAttr in driver_types.h. */
typedef struct Attribute {
    int number, value;
} Attribute;

/* Of every device that is simulated. */
static const Attribute common_attributes[] = {
    {1, 1024},    {2, 1024},    {3, 1024},     {4, 64},            /* MaxThreadsPerBlock, MaxBlockDimX, Y, Z */
    {5, INT_MAX}, {6, 65535},   {7, 65535},                        /* MaxGridDimX, Y, Z */
    {9, 65536},   {10, 32},     {11, INT_MAX},                     /* TotalConstantMemory, WarpSize, MaxPitch */
    {14, 512},    {30, 512},    {51, 32},                          /* alignment of textures, surfaces and pitches */
    {15, 1},      {19, 1},      {31, 1},       {41, 1},            /* overlap, host memory, kernels, addressing */
    {17, 0},      {18, 0},      {20, 0},       {32, 0},            /* timeout, integrated, mode, ECC */
    {33, 0},      {34, 0},      {35, 0},       {50, 0},            /* PCI and the driver's kind */
    {21, 131072}, {22, 131072}, {23, 65536},                       /* MaxTexture1DWidth, 2DWidth, 2DHeight */
    {24, 16384},  {25, 16384},  {26, 16384},                       /* MaxTexture3DWidth, Height, Depth */
    {78, 1},      {79, 1},      {80, 1},       {83, 1},  {89, 1},  /* priorities, L1, managed memory, its sharing */
    {84, 0},      {85, 0},      {86, 0},       {88, 0},  {90, 0},  /* boards, atomics of the host, pageable memory */
    {91, 0},      {100, 0},     {101, 0},      {113, 0}, {120, 0}, /* registered memory, page tables, clusters */
    {87, 2},      {95, 1},      {99, 1},       {115, 1}, /* double, CooperativeLaunch, HostRegister, MemoryPools */
};

/* Of this device; -1: not one that is known here. */
static int64_t own_attribute(int attribute, const ProgramDevice *device) {
    switch (attribute) {
    case 8: return (int64_t)device->shared_per_block;
    case 12:
    case 82: return device->registers_per_multiprocessor;
    case 13: return device->clock_khz;
    case 16: return device->multiprocessors;
    case 36: return device->memory_clock_khz;
    case 37: return device->memory_bus_bits;
    case 38: return (int64_t)device->l2;
    case 39: return device->threads_per_multiprocessor;
    case 40: return device->asynchronous_engines;
    case 75: return device->major;
    case 76: return device->minor;
    case 81: return (int64_t)device->shared_per_multiprocessor;
    case 97: return (int64_t)device->shared_per_block_optin;
    case 106: return device->blocks_per_multiprocessor;
    case 111: return (int64_t)device->shared_reserved;
    default: return -1;
    }
}

static int64_t attribute_value(int attribute, const ProgramDevice *device) {
    for (size_t i = 0; i < sizeof common_attributes / sizeof *common_attributes; i++)
        if (common_attributes[i].number == attribute) return common_attributes[i].value;
    return own_attribute(attribute, device);
}

cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device) {
    if (value == NULL) return runtime_fail("cudaDeviceGetAttribute", cudaErrorInvalidValue);
    if (device != 0) return runtime_fail("cudaDeviceGetAttribute", cudaErrorInvalidDevice);
    cudaError_t error = wake("cudaDeviceGetAttribute");
    if (error != cudaSuccess) return error;
    int64_t known = attribute_value(attribute, runtime_device());
    if (known < 0) return runtime_fail("cudaDeviceGetAttribute", cudaErrorInvalidValue);
    *value = (int)known;
    return cudaSuccess;
}

#define PCI_ADDRESS "0000:00:00.0"

cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
    if (text == NULL || size < 13 || device != 0) return runtime_fail("cudaDeviceGetPCIBusId", cudaErrorInvalidValue);
    snprintf(text, (size_t)size, PCI_ADDRESS);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    if (device == NULL || text == NULL || strcmp(text, PCI_ADDRESS) != 0)
        return runtime_fail("cudaDeviceGetByPCIBusId", cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least != NULL) *least = RUNTIME_LEAST_PRIORITY;
    if (greatest != NULL) *greatest = RUNTIME_GREATEST_PRIORITY;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (can == NULL || device != 0 || peer != 0) return runtime_fail("cudaDeviceCanAccessPeer", cudaErrorInvalidDevice);
    *can = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    (void)flags;
    return runtime_fail("cudaDeviceEnablePeerAccess",
                        peer == 0 ? cudaErrorPeerAccessUnsupported : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return runtime_fail("cudaDeviceDisablePeerAccess",
                        peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}

/* There is one device, whose number is 0. */
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    if (to_device != 0 || from_device != 0) return runtime_fail("cudaMemcpyPeer", cudaErrorInvalidDevice);
    ProgramCopy copy = runtime_plain_copy(to, from, bytes, cudaMemcpyDeviceToDevice);
    return runtime_copy("cudaMemcpyPeer", &copy);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream) {
    if (to_device != 0 || from_device != 0) return runtime_fail("cudaMemcpyPeerAsync", cudaErrorInvalidDevice);
    ProgramCopy copy = runtime_plain_copy(to, from, bytes, cudaMemcpyDeviceToDevice);
    copy.asynchronous = 1;
    copy.stream = stream;
    return runtime_copy("cudaMemcpyPeerAsync", &copy);
}

/* A preference without effect: cudaFuncCachePreferNone, Shared, L1, Equal. */
enum { CACHE_PREFERENCES = 4 };
static int cache_preference;

cudaError_t cudaDeviceSetCacheConfig(int configuration) {
    if (configuration < 0 || configuration >= CACHE_PREFERENCES)
        return runtime_fail("cudaDeviceSetCacheConfig", cudaErrorInvalidValue);
    cache_preference = configuration;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(int *configuration) {
    if (configuration != NULL) *configuration = cache_preference;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(int configuration) {
    (void)configuration;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(int *configuration) {
    if (configuration != NULL) *configuration = 1; /* banks of four bytes */
    return cudaSuccess;
}

/* cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize; the numbers of cudaLimit above are of what is
 * not simulated. */
enum { STACK_SIZE, PRINTF_SIZE, HEAP_SIZE, LIMITS, ALL_LIMITS = 7, PRINTF_BYTES = 65536 /* a multiprocessor, H200 */ };
static size_t limits[LIMITS] = {[STACK_SIZE] = 1024, [HEAP_SIZE] = 8 << 20};

static bool is_limit(const char *name, int limit, cudaError_t *error) {
    if (limit >= 0 && limit < LIMITS) return true;
    *error = runtime_fail(name, limit > 0 && limit < ALL_LIMITS ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue);
    return false;
}

cudaError_t cudaDeviceSetLimit(int limit, size_t value) {
    cudaError_t error;
    if (!is_limit("cudaDeviceSetLimit", limit, &error)) return error;
    RuntimeCall call;
    if (runtime_enter(&call, "cudaDeviceSetLimit")) {
        call.call.arguments[0] = (uint64_t)limit;
        call.call.arguments[1] = value;
        if (runtime_ask(&call, PROGRAM_LIMIT, NULL, 0)) limits[limit] = value;
    }
    return runtime_finish(&call);
}

cudaError_t cudaDeviceGetLimit(size_t *value, int limit) {
    if (value == NULL) return runtime_fail("cudaDeviceGetLimit", cudaErrorInvalidValue);
    cudaError_t error;
    if (!is_limit("cudaDeviceGetLimit", limit, &error)) return error;
    RuntimeCall call;
    if (runtime_enter(&call, "cudaDeviceGetLimit") && runtime_ask(&call, PROGRAM_LIMIT, NULL, 0)) {
        *value = limits[limit];
        if (limit == PRINTF_SIZE && *value == 0) *value = (size_t)runtime_device()->multiprocessors * PRINTF_BYTES;
    }
    return runtime_finish(&call);
}

/* ---- versions ---------------------------------------------------------------------------------------------------- */

enum { VERSION = RUNTIME_MAJOR == 11 ? 11080 : RUNTIME_MAJOR * 1000 };

cudaError_t cudaRuntimeGetVersion(int *version) {
    if (version == NULL) return runtime_fail("cudaRuntimeGetVersion", cudaErrorInvalidValue);
    *version = VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *version) {
    if (version == NULL) return runtime_fail("cudaDriverGetVersion", cudaErrorInvalidValue);
    *version = VERSION;
    return cudaSuccess;
}

/* Nothing records a profile: the calls have no effect, as on a GPU that no profiler watches. */
cudaError_t cudaProfilerStart(void) {
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void) {
    return cudaSuccess;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "program/cuda_errors.def"
#undef ERROR
};

const char *cudaGetErrorString(cudaError_t error) {
    runtime_looked();
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)error) return errors[i].text;
    return "unrecognized error code";
}

const char *cudaGetErrorName(cudaError_t error) {
    runtime_looked();
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == (int)error) return errors[i].name;
    return "unrecognized error code";
}

cudaError_t cudaGetLastError(void) {
    runtime_looked();
    return runtime_last_error(true);
}

cudaError_t cudaPeekAtLastError(void) {
    runtime_looked();
    return runtime_last_error(false);
}

/* ---- channel descriptors ----------------------------------------------------------------------------------------- */

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int format) {
    return (cudaChannelFormatDesc){x, y, z, w, format};
}
