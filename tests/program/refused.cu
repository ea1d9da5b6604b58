// A function that Warpschool does not have is refused by its name; so is machine code without PTX.
#include <cstdio>
#include <cuda_runtime.h>

int main() {
    cudaIpcMemHandle_t handle;
    cudaError_t error = cudaIpcGetMemHandle(&handle, nullptr);
    printf("%s\n", cudaGetErrorName(error));
    return 0;
}
