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
    if (strcmp(words[1], "event") == 0) {
        // refused like every call, so that there is no event: not a mistake of its own
        cudaEvent_t event;
        memset(&event, 1, sizeof event);
        printf("%s\n", cudaGetErrorName(cudaEventCreate(&event)));
        printf("%s\n", cudaGetErrorName(cudaEventRecord(event)));
        printf("%s\n", cudaGetErrorName(cudaEventSynchronize(event)));
    }
    cudaFree(p);
    return 0;
}
