// What calls.cu and broken.cu ask with: each line is a call, its error, and what cudaGetLastError then gives where that
// is another one.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

#define ASK(call)                                                                                                      \
    do {                                                                                                               \
        cudaError_t e = (call);                                                                                        \
        cudaError_t l = cudaGetLastError();                                                                            \
        printf("%s: %s%s%s\n", #call, cudaGetErrorName(e), l == e ? "" : ", then ",                                    \
               l == e ? "" : cudaGetErrorName(l));                                                                     \
        fflush(stdout);                                                                                                \
    } while (0)
#define LAUNCH(...)                                                                                                    \
    do {                                                                                                               \
        __VA_ARGS__;                                                                                                   \
        cudaError_t e = cudaGetLastError();                                                                            \
        cudaError_t d = cudaDeviceSynchronize();                                                                       \
        printf("%s: %s, %s\n", #__VA_ARGS__, cudaGetErrorName(e), cudaGetErrorName(d));                                \
        fflush(stdout);                                                                                                \
        cudaGetLastError();                                                                                            \
    } while (0)

static int *device, *pinned, *pageable, *uni;

__global__ void fill(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

static const char *begin(int argc, char **argv) {
    setvbuf(stdout, nullptr, _IOLBF, 0);
    cudaMalloc(&device, 4096);
    cudaMallocHost(&pinned, 4096);
    cudaMallocManaged(&uni, 4096);
    pageable = new int[4096]();
    return argc > 1 ? argv[1] : "";
}
