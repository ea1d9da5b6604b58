// Managed memory: one pointer for the host and the GPU.
#include <cstdio>
#include <cstdlib>

__global__ void squares(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i * i;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), wait = atoi(argv[2]);
    int *out;
    cudaMallocManaged(&out, n * sizeof(int));
    squares<<<(n + 255) / 256, 256>>>(out, n);
    if (wait)
        cudaDeviceSynchronize();
    printf("last: %d\n", out[n - 1]);
    cudaFree(out);
    return 0;
}
