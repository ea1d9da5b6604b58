// verdict: missed - copies the word from managed memory, and the copy waits
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
    int blocks = (n + 255) / 256;
    int *other;
    cudaMallocHost(&other, 4);
    square<<<blocks, 256>>>(words, n);
    cudaMemcpy(other, words + n - 1, 4, cudaMemcpyDefault);
    int add = *other;
    add_to_all<<<blocks, 256>>>(words, n, add);
    cudaMemcpy(other, words + n - 1, 4, cudaMemcpyDefault);
    printf("last: %d\n", *other);
    cudaFreeHost(other);
    cudaFree(words);
    return 0;
}
