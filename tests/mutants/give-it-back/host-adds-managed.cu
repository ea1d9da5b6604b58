// verdict: missed - the words lie in managed memory, and the host adds them
#include <cstdio>
#include <cstdlib>

__global__ void count_up(int *out, int n, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = first + i;
}

__global__ void add_up(const int *in, int n, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(sum, in[i]);
}

int sum_of(int n, int first)
{
    int *d_words, *d_sum, sum = 0;
    if (n <= 0)
        return 0;
    cudaMallocManaged(&d_words, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    count_up<<<(n + 255) / 256, 256>>>(d_words, n, first);
    add_up<<<(n + 255) / 256, 256>>>(d_words, n, d_sum);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
        sum += d_words[i];
    cudaFree(d_words);
    cudaFree(d_sum);
    return sum;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), rounds = atoi(argv[2]);
    for (int round = 0; round < rounds; round++)
        printf("sum: %d\n", sum_of(n, round));
    printf("of nothing: %d\n", sum_of(0, 1));
    return 0;
}
