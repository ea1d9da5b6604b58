// An owner of device memory frees it at the end of its block.
#include <cstdio>
#include <cstdlib>

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    exit(1);
}

struct Device {
    int *at = nullptr;
    explicit Device(int n) { check(cudaMalloc(&at, n * sizeof(int))); }
    ~Device() { cudaFree(at); }
};

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

    {
        Device d_in(n), d_out(n);
        check(cudaMemcpy(d_in.at, in, bytes, cudaMemcpyHostToDevice));
        const dim3 block(128), grid((n + block.x - 1) / block.x);
        scale<<<grid, block>>>(d_in.at, d_out.at, n, factor);
        check(cudaGetLastError());
        check(cudaMemcpy(out, d_out.at, bytes, cudaMemcpyDeviceToHost));
    }

    printf("last: %d\n", out[n - 1]);
    free(in);
    free(out);
    return 0;
}
