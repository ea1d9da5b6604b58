// A failed assertion in a kernel, and a trap: the errors that CUDA gives.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void check(int n) {
    assert(n < 3);
}

__global__ void stop(void) {
    __trap();
}

int main(int argc, char **argv) {
    if (argc > 1)
        stop<<<1, 1>>>();
    else
        check<<<1, 32>>>(3);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%d: %s\n", (int)error, cudaGetErrorString(error));
    return error != cudaSuccess;
}
