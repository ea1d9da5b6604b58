// Memory of the device's heap: one kernel takes it, another frees it. With 1 the last piece stays.
#include <cstdio>
#include <cstdlib>

__global__ void take(int **at) {
    at[threadIdx.x] = new int(threadIdx.x);
}

__global__ void give_back(int **at, int count) {
    if (threadIdx.x < count) delete at[threadIdx.x];
}

int main(int argc, char **argv) {
    int **at;
    cudaMalloc(&at, 8 * sizeof *at);
    take<<<1, 8>>>(at);
    give_back<<<1, 8>>>(at, argc > 1 ? 8 - atoi(argv[1]) : 8);
    cudaDeviceSynchronize();
    cudaFree(at);
    puts("done");
}
