// verdict: missed - the numbers are copied to managed memory, where the host multiplies them
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

    int *d_in, *d_out;
    cudaMallocManaged(&d_in, bytes);
    cudaMalloc(&d_out, bytes);
    cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        d_in[i] *= factor;
    scale<<<(n + 255) / 256, 256>>>(d_in, d_out, n, 1);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);

    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
