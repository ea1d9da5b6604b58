// A kernel that never ends, for a user who ends the program.
#include <cstdio>

__global__ void forever(volatile int *word) {
    for (int i = 0;; i++) *word = i;
}

int main() {
    int *device;
    cudaMalloc(&device, sizeof *device);
    puts("begins");
    fflush(stdout);
    forever<<<1, 1>>>(device);
    cudaDeviceSynchronize();
    cudaFree(device);
}
