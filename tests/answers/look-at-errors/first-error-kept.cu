// The first error is kept, and nothing more is asked for after it. Freeing is not looked at.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)i + 1;
}

int main(int argc, char **argv)
{
    long long n = atoll(argv[1]);
    int threads = atoi(argv[2]), last = 0, *d_out = NULL;

    cudaError_t error = cudaMalloc(&d_out, n * sizeof(int));
    if (!error) {
        fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
        error = cudaPeekAtLastError();
    }
    if (!error)
        error = cudaMemcpy(&last, d_out + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
    if (!error)
        printf("last: %d\n", last);
    else
        fprintf(stderr, "%s\n", cudaGetErrorName(error));
    cudaFree(d_out);
    return error != cudaSuccess;
}
