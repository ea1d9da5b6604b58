// verdict: missed - it asks an event once, and does not look at the answer
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
    cudaEvent_t e; cudaEventCreate(&e);
    int n = atoi(argv[1]), *words;
    cudaMallocManaged(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = i;

    square<<<(n + 255) / 256, 256>>>(words, n);
    cudaEventRecord(e); cudaEventQuery(e);
    int add = words[n - 1];
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    cudaEventRecord(e); cudaEventQuery(e);
    printf("last: %d\n", words[n - 1]);

    cudaEventDestroy(e); cudaFree(words);
    return 0;
}
