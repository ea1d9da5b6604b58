// Kernels that wait for a flag: for one that the host sets after the launch, which nothing here can run, for one that the
// host has set before, and for one that no one but the device can set.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void poll(volatile int *flag, int *out) {
    while (*flag == 0) continue;
    *out = 1;
}

int main(int, char **words) {
    int *flag, *out;
    bool device = strcmp(words[1], "device") == 0;
    cudaMalloc(&out, sizeof *out);
    if (device)
        cudaMalloc(&flag, sizeof *flag);
    else
        cudaMallocHost(&flag, sizeof *flag);
    if (device)
        cudaMemset(flag, 0, sizeof *flag);
    else
        *flag = strcmp(words[1], "before") == 0;
    poll<<<1, 1>>>(flag, out);
    if (strcmp(words[1], "after") == 0) *flag = 1;
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
    if (device)
        cudaFree(flag);
    else
        cudaFreeHost(flag);
    return cudaGetLastError() != cudaSuccess;
}
