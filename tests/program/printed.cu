// What a kernel prints shows when the host waits; what is printed after that never does.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void say(int what) {
    printf("kernel %d\n", what);
}

int main() {
    say<<<1, 1>>>(1);
    printf("host 1\n");
    cudaDeviceSynchronize();
    say<<<1, 1>>>(2);
    printf("host 2\n");
    return 0;
}
