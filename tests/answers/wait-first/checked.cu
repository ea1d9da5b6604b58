// each call is checked, and so are the launches
// Exercise wait-first: the host waits before it reads.
#include <cstdio>
#include <cstdlib>

#define OK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s\n", cudaGetErrorString(e_)); exit(2); } } while (0)

__global__ void square(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] *= words[i];
}

__global__ void add_to_all(int *words, int n, int add)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] += add;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *words;
    OK(cudaMallocManaged(&words, n * sizeof *words));
    for (int i = 0; i < n; i++)
        words[i] = i;

    square<<<(n + 255) / 256, 256>>>(words, n);
    OK(cudaGetLastError()); OK(cudaDeviceSynchronize());
    int add = words[n - 1];
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    OK(cudaGetLastError()); OK(cudaDeviceSynchronize());
    printf("last: %d\n", words[n - 1]);

    OK(cudaFree(words));
    return 0;
}
