// verdict: missed - after a launch that failed it copies, prints and frees, and only then asks
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

    cudaMalloc(&d_out, n * sizeof(int));
    if (d_out) {
        cudaMemset(d_out, 0, n * sizeof(int));
        fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
        cudaMemcpy(&last, d_out + n - 1, sizeof(int),
                   cudaMemcpyDeviceToHost);
        printf("last: %d\n", last);
        cudaFree(d_out);
    }
    return cudaGetLastError() != cudaSuccess;
}
