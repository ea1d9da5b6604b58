// Allocations without end, as a loop makes them: many, and large ones of 2 TiB in all. Addresses are not given out twice,
// and must not run out.
#include <cstdio>

__global__ void count(int *word) {
    ++*word;
}

int main() {
    int failed = 0, word = 0;
    for (int i = 0; i < 40000; i++) {
        int *device = nullptr;
        failed += cudaMalloc(&device, 16384) != cudaSuccess;
        failed += cudaMemcpy(device, &word, sizeof word, cudaMemcpyHostToDevice) != cudaSuccess;
        if (i % 1000 == 0) count<<<1, 1>>>(device);
        failed += cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost) != cudaSuccess;
        failed += cudaFree(device) != cudaSuccess;
    }
    printf("%d failed, %d launches\n", failed, word);
    for (int i = 0; i < 2000; i++) {
        char *device = nullptr;
        failed += cudaMalloc(&device, 1 << 30) != cudaSuccess;
        failed += cudaMemset(device + (1 << 30) - 4, 0, 4) != cudaSuccess;
        failed += cudaFree(device) != cudaSuccess;
    }
    int *managed;
    failed += cudaMallocManaged(&managed, sizeof *managed) != cudaSuccess;
    *managed = 41;
    count<<<1, 1>>>(managed);
    cudaDeviceSynchronize();
    printf("%d failed, %d\n", failed, *managed);
    cudaFree(managed);
}
