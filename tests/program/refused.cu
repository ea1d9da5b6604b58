// A function that Warpschool does not have is refused by its name; so is machine code without PTX.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    cudaMemPool_t pool;
    cudaMemPoolProps how = {};
    cudaError_t error = cudaMemPoolCreate(&pool, &how);
    printf("%s\n", cudaGetErrorName(error));
    return 0;
}
