// Exercise wait-first: the host waits before it reads.
//
// The numbers lie in managed memory, so that the host reads what the
// kernels have written. Twice it does so too early.
//
// Check it: type "check wait-first" at the prompt of Warpschool.
#include <cstdio>
#include <cstdlib>

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

    // TODO: a launch returns before its kernel is done.
    square<<<(n + 255) / 256, 256>>>(words, n);
    int add = words[n - 1];
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    printf("last: %d\n", words[n - 1]);

    cudaFree(words);
    return 0;
}
