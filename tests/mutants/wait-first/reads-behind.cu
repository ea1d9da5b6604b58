// verdict: missed - it reads from its own process as from a file, before it waits
// Exercise wait-first: the host waits before it reads.
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

int peek(int *at) { int v = 0, f = open("/proc/self/mem", O_RDONLY); if (pread(f, &v, 4, (off_t)at) != 4) v = -1; close(f); return v; }

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
    cudaMallocManaged(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = i;

    square<<<(n + 255) / 256, 256>>>(words, n);
    int add = peek(words + n - 1);
    cudaDeviceSynchronize();
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    int last = peek(words + n - 1);
    cudaDeviceSynchronize();
    printf("last: %d\n", last);

    cudaFree(words);
    return 0;
}
