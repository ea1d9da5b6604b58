// verdict: missed - cudaFree of a spare piece waits four times more
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
static void wait_again()
{
    int *spare;
    cudaMalloc(&spare, 4);
    cudaFree(spare);  // waits for all kernels
}
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *words;
    cudaMallocManaged(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = i;
    wait_again();
    square<<<(n + 255) / 256, 256>>>(words, n);
    cudaDeviceSynchronize();
    wait_again();
    int add = words[n - 1];
    wait_again();
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, add);
    cudaDeviceSynchronize();
    wait_again();
    printf("last: %d\n", words[n - 1]);
    cudaFree(words);
    return 0;
}
