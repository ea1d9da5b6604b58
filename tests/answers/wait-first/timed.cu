// the time of the first kernel is taken when the host has waited
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

    cudaEvent_t begin, end;
    float ms;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    square<<<(n + 255) / 256, 256>>>(words, n);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    fprintf(stderr, "%f ms\n", ms);
    int add = words[n - 1];
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    cudaDeviceSynchronize();
    printf("last: %d\n", words[n - 1]);

    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(words);
    return 0;
}
