#include "peers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/driver.h"

enum { REPETITIONS = 20, WARM_UP = 5, TIME_LIMIT_S = 60 };

/* What is timed: once() puts it on the default stream. */
typedef struct Peer {
    CudaDriver cuda;
    CUevent start, end;
    CUdeviceptr flush;
    size_t flush_size;
    CUdeviceptr buffer[3];
    size_t bytes; /* the copy's */
    int m, k, n;  /* the product's */
    void *library, *handle;
    PeerTime *time;
} Peer;
typedef bool Once(Peer *peer);

static bool refuse(Peer *peer, const char *what, const char *why) {
    snprintf(peer->time->why, sizeof peer->time->why, "%s: %s", what, why);
    return false;
}

static bool ok(Peer *peer, CUresult error, const char *what) {
    return error == CUDA_SUCCESS || refuse(peer, what, driver_error_text(&peer->cuda, error));
}

static bool start(Peer *peer) {
    const char *why;
    CUdevice device;
    CUcontext context;
    int l2 = 0;
    CudaDriver *cuda = &peer->cuda;
    if (!driver_load(cuda, NULL, &why)) return refuse(peer, "the driver", why);
    if (!ok(peer, cuda->cuInit(0), "start the driver") || !ok(peer, cuda->cuDeviceGet(&device, 0), "find the GPU") ||
        !ok(peer, cuda->cuDevicePrimaryCtxRetain(&context, device), "open the GPU") ||
        !ok(peer, cuda->cuCtxSetCurrent(context), "open the GPU") ||
        !ok(peer, cuda->cuDeviceGetAttribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device), "ask for the L2 cache"))
        return false;
    peer->flush_size = 2 * (size_t)(l2 > 0 ? l2 : 32 << 20);
    return ok(peer, cuda->cuEventCreate(&peer->start, 0), "make an event") &&
           ok(peer, cuda->cuEventCreate(&peer->end, 0), "make an event") &&
           ok(peer, cuda->cuMemAlloc(&peer->flush, peer->flush_size), "allocate memory");
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* As the GPU device times a kernel: the L2 cache is overwritten before each repetition. */
static bool measure(Peer *peer, Once *once) {
    CudaDriver *cuda = &peer->cuda;
    double ms[REPETITIONS];
    for (int i = -WARM_UP; i < REPETITIONS; i++) {
        float single = 0;
        if (!ok(peer, cuda->cuMemsetD8Async(peer->flush, 0, peer->flush_size, NULL), "flush the L2 cache") ||
            !ok(peer, cuda->cuEventRecord(peer->start, NULL), "record an event") || !once(peer) ||
            !ok(peer, cuda->cuEventRecord(peer->end, NULL), "record an event") ||
            !ok(peer, cuda->cuCtxSynchronize(), "wait for the GPU") ||
            !ok(peer, cuda->cuEventElapsedTime(&single, peer->start, peer->end), "read the clock"))
            return false;
        if (i >= 0) ms[i] = single;
    }
    qsort(ms, REPETITIONS, sizeof *ms, ascending);
    peer->time->median_ms = (ms[REPETITIONS / 2 - 1] + ms[REPETITIONS / 2]) / 2;
    return true;
}

/* ---- the copy ---------------------------------------------------------------------------------------------------- */

static bool copy_once(Peer *peer) {
    return ok(peer, peer->cuda.cuMemcpyDtoDAsync(peer->buffer[1], peer->buffer[0], peer->bytes, NULL), "copy");
}

static bool measure_copy(Peer *peer) {
    for (int i = 0; i < 2; i++)
        if (!ok(peer, peer->cuda.cuMemAlloc(&peer->buffer[i], peer->bytes), "allocate memory") ||
            !ok(peer, peer->cuda.cuMemsetD8Async(peer->buffer[i], (unsigned char)(i + 1), peer->bytes, NULL),
                "fill memory"))
            return false;
    return measure(peer, copy_once);
}

/* ---- cuBLAS ------------------------------------------------------------------------------------------------------ */

enum { CUBLAS_OP_N = 0, CUBLAS_PEDANTIC_MATH = 2 };
typedef int CreateFunction(void **handle);
typedef int SetMathModeFunction(void *handle, int mode);
typedef int SgemmFunction(void *handle, int transpose_a, int transpose_b, int m, int n, int k, const float *alpha,
                          const void *a, int lda, const void *b, int ldb, const float *beta, void *c, int ldc);

static void *function(const Peer *peer, const char *name) {
    return dlsym(peer->library, name);
}

static bool open_cublas(Peer *peer) {
    static const char *const names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", "libcublas.so",
                                        "/usr/local/cuda/lib64/libcublas.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names && peer->library == NULL; i++)
        peer->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (peer->library == NULL)
        return refuse(peer, "cuBLAS", "libcublas was not found; put its folder into LD_LIBRARY_PATH");
    CreateFunction *create = (CreateFunction *)function(peer, "cublasCreate_v2");
    SetMathModeFunction *set_mode = (SetMathModeFunction *)function(peer, "cublasSetMathMode");
    if (create == NULL || set_mode == NULL || function(peer, "cublasSgemm_v2") == NULL)
        return refuse(peer, "cuBLAS", "this libcublas lacks cublasSgemm");
    return (create(&peer->handle) == 0 && set_mode(peer->handle, CUBLAS_PEDANTIC_MATH) == 0) ||
           refuse(peer, "cuBLAS", "it did not start");
}

/* cuBLAS thinks in columns: B's rows are the columns of a matrix of n rows, so the product of both the other way round,
 * by columns, is C by rows. */
static bool product_once(Peer *peer) {
    static const float one = 1, zero = 0;
    SgemmFunction *sgemm = (SgemmFunction *)function(peer, "cublasSgemm_v2");
    int status = sgemm(peer->handle, CUBLAS_OP_N, CUBLAS_OP_N, peer->n, peer->m, peer->k, &one,
                       (const void *)(uintptr_t)peer->buffer[1], peer->n, (const void *)(uintptr_t)peer->buffer[0],
                       peer->k, &zero, (void *)(uintptr_t)peer->buffer[2], peer->n);
    return status == 0 || refuse(peer, "cuBLAS", "cublasSgemm failed");
}

/* Random numbers: zeros would need less power, and so run at higher clocks. */
static bool fill(Peer *peer, CUdeviceptr to, size_t count) {
    float *numbers = malloc(count * sizeof *numbers);
    if (numbers == NULL) return refuse(peer, "fill memory", "this machine has not enough of it");
    uint32_t state = 1;
    for (size_t i = 0; i < count; i++) {
        state = state * 1664525 + 1013904223;
        numbers[i] = (float)(state >> 8) * 0x1p-23f - 1;
    }
    bool filled = ok(peer, peer->cuda.cuMemcpyHtoD(to, numbers, count * sizeof *numbers), "fill memory");
    free(numbers);
    return filled;
}

static bool measure_product(Peer *peer) {
    size_t m = (size_t)peer->m, k = (size_t)peer->k, n = (size_t)peer->n, count[3] = {m * k, k * n, m * n};
    for (int i = 0; i < 3; i++)
        if (!ok(peer, peer->cuda.cuMemAlloc(&peer->buffer[i], count[i] * sizeof(float)), "allocate memory"))
            return false;
    return fill(peer, peer->buffer[0], count[0]) && fill(peer, peer->buffer[1], count[1]) && open_cublas(peer) &&
           measure(peer, product_once);
}

/* ---- a process of its own ---------------------------------------------------------------------------------------- */

static _Noreturn void child(Peer *peer, Once *work, int pipe_end) {
    alarm(TIME_LIMIT_S);
    peer->time->why[0] = '\0';
    if (start(peer)) work(peer);
    ssize_t written = write(pipe_end, peer->time, sizeof *peer->time);
    _exit(written == (ssize_t)sizeof *peer->time ? EXIT_SUCCESS : EXIT_FAILURE);
}

static bool in_child(Peer *peer, Once *work) {
    int ends[2];
    PeerTime *time = peer->time;
    *time = (PeerTime){.why = "the process that measures it could not be started"};
    if (pipe(ends) != 0) return false;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) child(peer, work, ends[1]);
    close(ends[1]);
    if (pid > 0) {
        if (read(ends[0], time, sizeof *time) != (ssize_t)sizeof *time)
            *time = (PeerTime){.why = "the process that measures it ended without a word, or took too long"};
        waitpid(pid, NULL, 0);
    }
    close(ends[0]);
    return time->why[0] == '\0';
}

bool peer_copy(size_t bytes, PeerTime *time) {
    Peer peer = {.bytes = bytes, .time = time};
    return in_child(&peer, measure_copy);
}

bool peer_product(int m, int k, int n, PeerTime *time) {
    Peer peer = {.m = m, .k = k, .n = n, .time = time};
    return in_child(&peer, measure_product);
}
