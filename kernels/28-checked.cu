// This program looks at every call, and twice at the launch.
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t error = (call);                              \
        if (error != cudaSuccess) {                              \
            printf("%s failed:\n%s\n",                          \
                   #call, cudaGetErrorString(error));            \
            exit(1);                                             \
        }                                                        \
    } while (0)

__global__ void fill(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i + 1;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), threads = atoi(argv[2]);
    int *d_out, last = 0;
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    CHECK(cudaGetLastError());      // was the launch accepted?
    CHECK(cudaDeviceSynchronize()); // did the kernel end well?
    CHECK(cudaMemcpy(&last, d_out + n - 1, sizeof(int),
                     cudaMemcpyDeviceToHost));
    printf("last: %d\n", last);
    CHECK(cudaFree(d_out));
    return 0;
}
