// What compiles with warnings: they are shown, those of device code and those of host code, and the program runs.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *out) {
    int unused = 3;
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int *out, forgotten;
    cudaMalloc(&out, 32 * sizeof *out);
    fill<<<1, 32>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
    return 0;
}
