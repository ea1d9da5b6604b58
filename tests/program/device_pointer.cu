// Host code that reads through a device pointer: the program ends, and the report says where.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    int *device;
    cudaMalloc(&device, 64);
    cudaMemset(device, 0, 64);
    printf("about to read\n");
    fflush(stdout);
    printf("%d\n", device[3]);
    return 0;
}
