// After a refusal nothing is said of what may follow from it: memory that is not freed or not written, and the refusal's
// own error. What was wrong before, here with an argument, is still said.
#include <cuda_runtime.h>

int main(int argc, char **) {
    int host[4], *device;
    cudaMalloc(&device, sizeof host);
    if (argc > 1) cudaMemset(device, 0, 1 << 20);
    cudaIpcMemHandle_t handle;
    cudaIpcGetMemHandle(&handle, device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    return 0;
}
