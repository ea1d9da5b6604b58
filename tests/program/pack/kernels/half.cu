// Of two results one comes back to the host.
#include <cuda_runtime.h>

__global__ void count(int *out) {
    out[threadIdx.x] = threadIdx.x;
}

int main() {
    int *small, *large, result[32];
    cudaMalloc(&small, 32 * sizeof(int));
    cudaMalloc(&large, 64 * sizeof(int));
    count<<<1, 32>>>(small);
    count<<<1, 64>>>(large);
    cudaMemcpy(result, small, 32 * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(small);
    cudaFree(large);
}
