// What kernels do wrong: a race, an access out of bounds between two allocations, a use after a free, and what CUDA says.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void race(int *out) {
    __shared__ int words[64];
    words[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = words[63 - threadIdx.x];
}

__global__ void store(int *out, int n) {
    for (int i = 0; i < n; i++) out[i] = i;
}

int main(int argc, char **argv) {
    int *a, *b, which = argc > 1 ? atoi(argv[1]) : 0;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    if (which == 0) race<<<1, 64>>>(a);
    if (which == 1) store<<<1, 1>>>(a, 65);
    if (which == 2) {
        cudaFree(b);
        store<<<1, 1>>>(b, 1);
    }
    if (which == 3) {
        int host[4];
        store<<<1, 1>>>(host, 1);
    }
    printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("synchronise: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("then: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("and then: %s\n", cudaGetErrorName(cudaGetLastError()));
    printf("malloc: %s\n", cudaGetErrorName(cudaMalloc(&b, 4)));
    return 0;
}
