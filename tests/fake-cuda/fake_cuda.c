/* A driver without a GPU: the entry points that runner/cuda/ uses, over host memory. A kernel is a name here, and the
 * name says what happens. The Makefile builds it once for each kind of machine: with FAKE_no_device, and so on. */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cuda/driver.h"

/* ---- device memory ----------------------------------------------------------------------------------------------- */

enum { LARGEST = 64 << 20 };

static CUresult sticky; /* a kernel broke the context: everything fails from then on */

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) {
    if (sticky != CUDA_SUCCESS) return sticky;
    if (size > LARGEST) return CUDA_ERROR_OUT_OF_MEMORY;
    void *bytes = NULL;
    if (posix_memalign(&bytes, 512, size) != 0) return CUDA_ERROR_OUT_OF_MEMORY;
    *address = (CUdeviceptr)(uintptr_t)bytes;
    return CUDA_SUCCESS;
}

static void *at(CUdeviceptr address) {
    return (void *)(uintptr_t)address;
}

static CUresult copy(void *to, const void *from, size_t size) {
    if (sticky == CUDA_SUCCESS && size > 0) memcpy(to, from, size);
    return sticky;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
    return free(at(address)), sticky;
}
CUresult cuMemHostAlloc(void **address, size_t size, unsigned flags) {
    return (void)flags, *address = malloc(size), sticky;
}
CUresult cuMemFreeHost(void *address) {
    return free(address), sticky;
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t size) {
    return copy(at(to), from, size);
}
CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t size) {
    return copy(to, at(from), size);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size, CUstream stream) {
    return (void)stream, copy(at(to), from, size);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size, CUstream stream) {
    return (void)stream, copy(to, at(from), size);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream) {
    return (void)stream, copy(at(to), at(from), size);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t size, CUstream stream) {
    (void)stream;
    if (sticky == CUDA_SUCCESS) memset(at(to), value, size);
    return sticky;
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

struct CUfunc_st {
    const char *name;
    void (*run)(int32_t *numbers, uint32_t count);
};

static int32_t variable[4]; /* the module's: as it was initialised after every load */
static bool from_ptx;       /* the module was made from PTX */

static void add_one(int32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) numbers[i]++;
}

static void nothing(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
}

static void count_launches(int32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) numbers[i] = variable[i % 4];
    variable[0]++;
}

/* Wants its data as they were before the launch. */
static void fragile(int32_t *numbers, uint32_t count) {
    if (numbers[count - 1] == -1) sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
    numbers[count - 1] = -1;
}

static void tell_origin(int32_t *numbers, uint32_t count) {
    (void)count, numbers[0] = from_ptx;
}
static void overrun(int32_t *numbers, uint32_t count) {
    numbers[count + 2] = 7;
}
static void underrun(int32_t *numbers, uint32_t count) {
    (void)count, numbers[-1] = 7;
}
static void die(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count, raise(SIGKILL);
}
static void die_again(int32_t *numbers, uint32_t count) {
    static bool again;
    if (again) die(numbers, count);
    again = true;
    add_one(numbers, count);
}

static void leave(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count, _exit(3);
}

static void hang(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    for (;;) pause();
}

static void print(int32_t *numbers, uint32_t count) {
    printf("%u numbers, the first is %d\n", count, numbers[0]);
}

static void flood(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    for (int i = 0; i < 300000; i++) printf("0123456789\n");
}

static char dump_path[4096]; /* "" where no core dump was asked for */

/* As a real driver does, it writes the dump and ends the process. */
static void write_dump(const char *path) {
    char part[4096];
    if (dump_path[0] == '\0') return;
    FILE *from = fopen(path, "rb"), *to = fopen(dump_path, "wb");
    for (size_t size; from != NULL && to != NULL && (size = fread(part, 1, sizeof part, from)) > 0;)
        fwrite(part, 1, size, to);
    if (to != NULL) fclose(to);
    abort();
}

CUresult cuCoredumpSetAttributeGlobal(int attribute, void *value, size_t *size) {
    if (attribute == CU_COREDUMP_FILE) memcpy(dump_path, value, *size);
    return CUDA_SUCCESS;
}

static void illegal_address(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    write_dump(FAKE_CORE_DUMPS "/illegal.core");
    sticky = CUDA_ERROR_ILLEGAL_ADDRESS;
}

static void trap(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    write_dump(FAKE_CORE_DUMPS "/trap.core");
    sticky = CUDA_ERROR_LAUNCH_FAILED;
}

static void misaligned(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    sticky = CUDA_ERROR_MISALIGNED_ADDRESS;
}

static void failed_assert(int32_t *numbers, uint32_t count) {
    (void)numbers, (void)count;
    fprintf(stderr, "kernel.cu:7: void failed_assert(int *, unsigned int): block: [1,0,0], thread: [3,0,0] "
                    "Assertion `numbers[0] > 0` failed.\n");
    sticky = CUDA_ERROR_ASSERT;
}

static struct CUfunc_st kernels[] = {
    {"add_one", add_one},
    {"nothing", nothing},
    {"count_launches", count_launches},
    {"overrun", overrun},
    {"fragile", fragile},
    {"tell_origin", tell_origin},
    {"underrun", underrun},
    {"die", die},
    {"die_again", die_again},
    {"leave", leave},
    {"hang", hang},
    {"print", print},
    {"flood", flood},
    {"illegal_address", illegal_address},
    {"misaligned", misaligned},
    {"trap", trap},
    {"failed_assert", failed_assert},
    {"too_many_resources", nothing},
};

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream, void **params,
                        void **extra) {
    (void)grid_x, (void)grid_y, (void)grid_z, (void)block_x, (void)block_y, (void)block_z, (void)shared, (void)stream;
    (void)extra;
    if (strcmp(function->name, "too_many_resources") == 0) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    CUdeviceptr numbers;
    uint32_t count;
    memcpy(&numbers, params[0], sizeof numbers);
    memcpy(&count, params[1], sizeof count);
    if (sticky == CUDA_SUCCESS) function->run(at(numbers), count);
    return CUDA_SUCCESS; /* as with a real device, what went wrong shows at the next synchronisation */
}

CUresult cuCtxSynchronize(void) {
    return sticky;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    (void)module;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        *function = &kernels[i];
        if (strcmp(kernels[i].name, name) == 0) return CUDA_SUCCESS;
    }
    return CUDA_ERROR_NOT_FOUND;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
    (void)function;
    *value = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS ? 24 : 0;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
    return (void)function, (void)attribute, value <= 232448 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset, size_t *size) {
    (void)function;
    *offset = index * 8;
    *size = index == 0 ? 8 : 4;
    return index < 2 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared) {
    (void)function, (void)shared;
    *blocks = 2048 / threads;
    return CUDA_SUCCESS;
}

/* ---- modules ----------------------------------------------------------------------------------------------------- */

/* Code that begins with "cubin" is a cubin that fits. */
CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    if (strncmp(image, "cubin", 5) != 0) return CUDA_ERROR_NO_BINARY_FOR_GPU;
    from_ptx = strstr(image, "made from PTX") != NULL;
    memset(variable, 0, sizeof variable);
    *module = (CUmodule)variable;
    return sticky;
}

CUresult cuModuleUnload(CUmodule module) {
    return (void)module, sticky;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *size, CUmodule module, const char *name) {
    (void)module;
    *address = (CUdeviceptr)(uintptr_t)variable;
    *size = sizeof variable;
    bool known = strcmp(name, "variable") == 0 || strcmp(name, "_ZL7private") == 0;
    return known ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

struct CUlinkState_st {
    char *log;
};
static struct CUlinkState_st only_link;

CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *state) {
    for (unsigned i = 0; i < count; i++)
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER) only_link.log = values[i];
    *state = &only_link;
    return CUDA_SUCCESS;
}

CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t size, const char *name, unsigned count,
                          int *options, void **values) {
    (void)type, (void)size, (void)name, (void)count, (void)options, (void)values;
    if (strstr(data, ".version 99") != NULL) return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    if (strstr(data, "wrong") == NULL) return CUDA_SUCCESS;
    strcpy(state->log, "ptxas application ptx input, line 3; fatal : Parsing error near 'wrong'");
    return CUDA_ERROR_INVALID_PTX;
}

CUresult cuLinkComplete(CUlinkState state, void **cubin, size_t *size) {
    static char made[] = "cubin made from PTX";
    (void)state;
    *cubin = made;
    *size = sizeof made;
    return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
    return (void)state, CUDA_SUCCESS;
}

/* ---- the machine ------------------------------------------------------------------------------------------------- */

CUresult cuInit(unsigned flags) {
    (void)flags;
#if defined FAKE_no_device
    return CUDA_ERROR_NO_DEVICE;
#elif defined FAKE_crashes
    raise(SIGKILL);
#elif defined FAKE_hangs
    for (;;) pause();
#endif
    return CUDA_SUCCESS;
}

/* A worker asks once when it starts, and once more when it looks for a profiler of that version. */
CUresult cuDriverGetVersion(int *version) {
    static int asked;
    asked++;
#if defined FAKE_counting_hangs
    while (asked > 1) pause();
#elif defined FAKE_counting_dies
    if (asked > 1) raise(SIGKILL);
#endif
    return *version = 13000, CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
    return *count = 1, CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    return *device = ordinal, CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
    return (void)device, snprintf(name, (size_t)size, "Imagined GPU"), CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
    (void)device;
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 8; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 6; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = 28; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 1 << 20; break;
    default: *value = 0;
    }
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
    return (void)device, *bytes = LARGEST, CUDA_SUCCESS;
}

#ifdef FAKE_exclusive
/* One process of a parent at a time has the GPU: whoever holds the lock, until it ends. */
static bool take_gpu(void) {
    char path[64];
    snprintf(path, sizeof path, "/tmp/fake-cuda-%d", (int)getppid());
    int file = open(path, O_RDWR | O_CREAT, 0600);
    return file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
}
#endif

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    (void)device;
    *context = (CUcontext)variable;
#ifdef FAKE_exclusive
    if (!take_gpu()) return CUDA_ERROR_DEVICE_UNAVAILABLE;
#endif
#ifdef FAKE_busy
    return CUDA_ERROR_DEVICE_UNAVAILABLE;
#endif
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
    return (void)context, CUDA_SUCCESS;
}
CUresult cuCtxSetLimit(int limit, size_t value) {
    return (void)limit, (void)value, CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
    *name =
        error == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES ? "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" : "CUDA_ERROR_OF_SOME_KIND";
    return CUDA_SUCCESS;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    return (void)error, *text = "words of the driver", CUDA_SUCCESS;
}

/* ---- streams, events, arrays ------------------------------------------------------------------------------------- */

/* An event holds the number of the record that it took; the clock ticks one millisecond for each. */
struct CUevent_st {
    int tick;
};
static int ticks;

CUresult cuEventCreate(CUevent *event, unsigned flags) {
    return (void)flags, *event = calloc(1, sizeof **event), CUDA_SUCCESS;
}
CUresult cuEventDestroy_v2(CUevent event) {
    return free(event), CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    return (void)stream, event->tick = ++ticks, sticky;
}
CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end) {
    return *ms = (float)(end->tick - start->tick), sticky;
}
CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
    return (void)flags, *stream = (CUstream)variable, CUDA_SUCCESS;
}
CUresult cuStreamDestroy_v2(CUstream stream) {
    return (void)stream, CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return (void)stream, (void)event, (void)flags, CUDA_SUCCESS;
}
CUresult cuArrayCreate_v2(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *descriptor) {
    return (void)descriptor, *array = (CUarray)variable, CUDA_SUCCESS;
}
CUresult cuArrayDestroy(CUarray array) {
    return (void)array, CUDA_SUCCESS;
}
CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copied) {
    return (void)copied, CUDA_SUCCESS;
}
CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *descriptor, const void *view) {
    return (void)resource, (void)descriptor, (void)view, *texture = 42, CUDA_SUCCESS;
}
CUresult cuTexObjectDestroy(CUtexObject texture) {
    return (void)texture, CUDA_SUCCESS;
}
