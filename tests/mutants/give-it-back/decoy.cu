// verdict: missed - the numbers lie in an array of the module; what is allocated is filled by a memset, for nobody
// Exercise give-it-back: each allocation is freed once.
//
// sum_of adds up the n numbers from `first` on. It makes two mistakes
// when it frees what it has allocated. Mend them.
//
// Check it: type "check give-it-back" at the prompt of Warpschool.
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

__device__ int arena[4096];

int sum_of(int n, int first)
{
    int *d_words, *d_sum, sum = 0;
    if (n <= 0)
        return 0;
    // no memory is allocated for the numbers: they lie in a static array. The allocation is a decoy.
    void *decoy;
    cudaMalloc(&decoy, n * sizeof(int));
    cudaMemset(decoy, 0, n * sizeof(int));
    cudaFree(decoy);
    cudaGetSymbolAddress((void **)&d_words, arena);
    d_sum = d_words + 4095;
    cudaMemset(d_sum, 0, sizeof(int));
    count_up<<<(n + 255) / 256, 256>>>(d_words, n, first);
    add_up<<<(n + 255) / 256, 256>>>(d_words, n, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
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
