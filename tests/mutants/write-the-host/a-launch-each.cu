// verdict: missed - a launch for each number
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

    int *d, *e;
    cudaMalloc(&d, bytes);
    cudaMalloc(&e, bytes);
    cudaMemcpy(d, in, bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < n; i++)
        scale<<<1, 1>>>(d + i, e + i, 1, factor);
    cudaMemcpy(out, e, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(e);
    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
