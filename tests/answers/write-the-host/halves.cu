// Two launches, each of one half, and a wait before the copies.
#include <cstdio>
#include <cstdlib>

__global__ void scale(const int *in, int *out, int n, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = factor * in[i];
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), factor = atoi(argv[2]);
    size_t bytes = n * sizeof(int);
    int *in = (int *)malloc(bytes), *out = (int *)calloc(n, sizeof(int));
    for (int i = 0; i < n; i++)
        in[i] = 7 * i % 1000;

    int *d_in = NULL, *d_out = NULL, half = n / 2;
    cudaMalloc((void **)&d_in, bytes);
    cudaMalloc((void **)&d_out, bytes);
    cudaMemcpy(d_in, in, bytes, cudaMemcpyDefault);
    if (half > 0)
        scale<<<(half + 63) / 64, 64>>>(d_in, d_out, half, factor);
    scale<<<(n - half + 63) / 64, 64>>>(d_in + half, d_out + half, n - half, factor);
    cudaDeviceSynchronize();
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_in);

    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
