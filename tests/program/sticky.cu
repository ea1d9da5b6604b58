// An error that breaks the context comes back from every later call. A program that has asked for it once has not ignored
// those; one that never asks has, and so has one that asked before there was an error.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void beyond(int *p) {
    p[1 << 20] = 1;
}

int main(int, char **words) {
    int *p;
    cudaMalloc(&p, 64);
    if (strcmp(words[1], "early") == 0) printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    beyond<<<1, 1>>>(p);
    cudaError_t error = cudaDeviceSynchronize();
    if (strcmp(words[1], "looked") == 0) printf("%s\n", cudaGetErrorString(error));
    cudaFree(p);
    return 0;
}
