// A whole program: out[i] = in[i] + add, on the GPU.
#include <cstdio>
#include <cstdlib>

__global__ void add_to_all(const int *in, int *out, int n, int add)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i] + add;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), add = atoi(argv[2]);
    size_t bytes = n * sizeof(int);

    // Host memory, for the processor.
    int *in = (int *)malloc(bytes), *out = (int *)malloc(bytes);
    for (int i = 0; i < n; i++)
        in[i] = 3 * i;

    // Device memory, for the GPU.
    int *d_in, *d_out;
    cudaMalloc(&d_in, bytes);
    cudaMalloc(&d_out, bytes);

    cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);
    add_to_all<<<(n + 255) / 256, 256>>>(d_in, d_out, n, add);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    printf("last: %d\n", out[n - 1]);

    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return 0;
}
