// What a library of CUDA's does is its own affair; the same call in the user's file is the user's. Memory that nobody frees
// is named at the user's line either way.
#include <cstdio>
#include "thrust/waits.h"

int main() {
    int numbers[64] = {1, 2, 3}, *device;
    cudaMalloc(&device, sizeof numbers);
    copy_in(device, numbers, 64);
    cudaMemcpyAsync(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    printf("%d\n", numbers[2]);
}
