// Host code that reads managed memory before and after it is freed.
#include <cstdio>

__global__ void fill(int *out) {
    out[threadIdx.x] = 7;
}

int main() {
    int *shared;
    cudaMallocManaged(&shared, 32 * sizeof(int));
    fill<<<1, 32>>>(shared);
    cudaDeviceSynchronize();
    printf("before: %d\n", shared[5]);
    fflush(stdout);
    cudaFree(shared);
    printf("after: %d\n", shared[5]);
    return 0;
}
