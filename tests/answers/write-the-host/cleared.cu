// The results are cleared before, and everything runs in order of a stream.
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

    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int *d_in, *d_out;
    cudaMallocAsync(&d_in, bytes, stream);
    cudaMallocAsync(&d_out, bytes, stream);
    cudaMemsetAsync(d_out, 0, bytes, stream);
    cudaMemcpyAsync(d_in, in, bytes, cudaMemcpyHostToDevice, stream);
    scale<<<(n + 255) / 256, 256, 0, stream>>>(d_in, d_out, n, factor);
    cudaMemcpyAsync(out, d_out, bytes, cudaMemcpyDeviceToHost, stream);
    cudaFreeAsync(d_in, stream);
    cudaFreeAsync(d_out, stream);
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);

    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
