// A program that frees all it has, and gives up where a call fails: memory that it then still has is no leak. What it
// forgets to free otherwise is one, whatever its exit code.
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main(int argc, char **argv) {
    int *device, host[16];
    bool fails = strcmp(argv[1], "fails") == 0;
    cudaMalloc(&device, sizeof host);
    cudaMemset(device, 0, sizeof host);
    cudaError_t error = cudaMemcpy(host, device, sizeof host + fails * sizeof *host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorName(error));
        exit(1);
    }
    return 1;
}
