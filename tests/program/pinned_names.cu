// CUDA's C++ header makes a call of cudaHostAlloc of one of cudaMallocHost: findings name what the program wrote.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void beyond(double *p) {
    p[threadIdx.x + 1] = 1;
}

int main(int argc, char **) {
    double *one, *other, *third;
    cudaMallocHost(&one, 64 * sizeof *one);
    cudaHostAlloc(&other, 32 * sizeof *other, cudaHostAllocDefault);
    cudaMallocHost((void **)&third, 16 * sizeof *third);
    if (argc > 1) beyond<<<1, 64>>>(one);
    if (argc > 1) printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return argc > 1;
}
