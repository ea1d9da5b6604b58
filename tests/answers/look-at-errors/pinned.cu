// The last number comes through pinned memory, by an asynchronous copy in a stream; each call is looked at.
#include <cstdio>
#include <cstdlib>
#define TRY(call)                                             \
    if (cudaError_t error = (call)) {                         \
        printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
        return 1;                                             \
    }

__global__ void fill(int *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)i + 1;
}

int main(int argc, char **argv)
{
    long long n = atoll(argv[1]);
    int threads = atoi(argv[2]), *d_out, *last;
    cudaStream_t stream;

    TRY(cudaMallocHost(&last, sizeof(int)));
    *last = 0;
    TRY(cudaStreamCreate(&stream));
    TRY(cudaMalloc(&d_out, n * sizeof(int)));
    TRY(cudaMemsetAsync(d_out, 0, n * sizeof(int), stream));
    fill<<<(n + threads - 1) / threads, threads, 0, stream>>>(d_out, n);
    TRY(cudaPeekAtLastError());
    TRY(cudaMemcpyAsync(last, d_out + n - 1, sizeof(int), cudaMemcpyDeviceToHost, stream));
    TRY(cudaStreamSynchronize(stream));
    printf("last: %d\n", *last);
    TRY(cudaFree(d_out));
    TRY(cudaStreamDestroy(stream));
    TRY(cudaFreeHost(last));
    return 0;
}
