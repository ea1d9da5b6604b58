// A kernel of one thread makes the sum 0.
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

__global__ void clear(int *sum)
{
    *sum = 0;
}

int sum_of(int n, int first)
{
    int sum = 0;
    if (n > 0) {
        int *d_words = NULL, *d_sum = NULL;
        cudaMalloc(&d_words, n * sizeof *d_words);
        cudaMalloc(&d_sum, sizeof *d_sum);
        clear<<<1, 1>>>(d_sum);
        count_up<<<(n + 127) / 128, 128>>>(d_words, n, first);
        add_up<<<(n + 127) / 128, 128>>>(d_words, n, d_sum);
        cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
        cudaFree(d_sum);
        cudaFree(d_words);
    }
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
