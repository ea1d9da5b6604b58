// verdict: missed - no error is looked at: a pointer and a size are tested
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                              \
    do {                                                         \
        cudaError_t error = (call);                              \
        if (error != cudaSuccess) {                              \
            printf("%s: %s\n", #call, cudaGetErrorString(error)); \
            exit(1);                                             \
        }                                                        \
    } while (0)

__global__ void fill(int *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)i + 1;
}

int main(int argc, char **argv)
{
    long long n = atoll(argv[1]);
    int threads = atoi(argv[2]), last = 0, *d_out = 0;

    cudaMalloc(&d_out, n * sizeof(int));
    cudaGetLastError();
    if (d_out == 0)
        return 1;
    fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    cudaGetLastError();
    if (threads > 1024)
        return 1;
    cudaMemcpy(&last, d_out + n - 1, sizeof(int),
               cudaMemcpyDeviceToHost);
    printf("last: %d\n", last);
    cudaFree(d_out);
    return 0;
}
