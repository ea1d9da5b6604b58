// What host code does wrong, one mistake a function.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void fill(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

static void leak() {
    int *p;
    cudaMalloc(&p, 400);
    cudaMemset(p, 0, 400);
}

static void double_free() {
    int *p;
    cudaMalloc(&p, 64);
    cudaFree(p);
    printf("second free: %s\n", cudaGetErrorName(cudaFree(p)));
}

static void wrong_direction() {
    int host[16] = {0}, *device;
    cudaMalloc(&device, sizeof host);
    cudaError_t error = cudaMemcpy(device, host, sizeof host, cudaMemcpyDeviceToHost);
    printf("wrong direction: %s\n", cudaGetErrorString(error));
    cudaFree(device);
}

static void too_long() {
    int host[32] = {0}, *device;
    cudaMalloc(&device, 64);
    cudaError_t error = cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    printf("too long: %s\n", cudaGetErrorString(error));
    cudaFree(device);
}

static void never_written() {
    int host[16], *device;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
}

static void freed_stream() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    printf("destroyed stream: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
}

static void pageable() {
    int *host = (int *)malloc(64), *device;
    cudaMalloc(&device, 64);
    for (int i = 0; i < 16; i++) host[i] = i;
    cudaMemcpyAsync(device, host, 64, cudaMemcpyHostToDevice);
    cudaDeviceSynchronize();
    cudaFree(device);
    free(host);
}

static void early_read() {
    int *shared;
    cudaMallocManaged(&shared, 64 * sizeof(int));
    fill<<<2, 32>>>(shared, 64);
    printf("read too early: %d\n", shared[63]);
    cudaDeviceSynchronize();
    cudaFree(shared);
}

static void bad_launch() {
    int *device;
    cudaMalloc(&device, 64);
    fill<<<1, 2048>>>(device, 16);
    cudaFree(device);
}

static void launch_in_freed_stream() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    fill<<<1, 32, 0, stream>>>(nullptr, 0);
    printf("launch into it: %s\n", cudaGetErrorName(cudaGetLastError()));
}

int main() {
    leak();
    double_free();
    wrong_direction();
    too_long();
    never_written();
    freed_stream();
    pageable();
    early_read();
    launch_in_freed_stream();
    bad_launch();
    return 0;
}
