// A launch that may fail, and a program that does not look.
#include <cstdio>
#include <cstdlib>

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
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemset(d_out, 0, n * sizeof(int));
    fill<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    cudaMemcpy(&last, d_out + n - 1, sizeof(int),
               cudaMemcpyDeviceToHost);
    printf("last: %d\n", last);
    cudaFree(d_out);
    return 0;
}
