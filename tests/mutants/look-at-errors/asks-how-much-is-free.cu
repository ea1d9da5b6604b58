// verdict: missed - whether there is enough memory is asked beforehand, and the limit of a block is known
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
    int threads = atoi(argv[2]), last = 0, *d_out = 0;
    size_t free_bytes, total;

    cudaMemGetInfo(&free_bytes, &total);
    cudaMalloc(&d_out, n * sizeof(int));
    if (n * sizeof(int) > free_bytes)
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
