// Host memory that cannot be registered, because the process has no more addresses: nothing of it is left to be freed.
#include <cstdio>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/resource.h>

int main() {
    const size_t size = 64 << 20;
    cudaFree(nullptr);
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct rlimit little = {1 << 20, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &little);
    cudaError_t error = cudaHostRegister(memory, size, 0);
    printf("cudaHostRegister: %s\n", cudaGetErrorName(error));
    return error == cudaErrorInvalidValue ? 1 : 2;
}
