// A program that does nothing wrong with CUDA and does not come to its end.
#include <cstdlib>
#include <cuda_runtime.h>

int main() {
    int *device;
    cudaMalloc(&device, 64);
    cudaFree(device);
    abort();
}
