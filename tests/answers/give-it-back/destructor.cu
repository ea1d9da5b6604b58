// a destructor frees
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

struct Memory {
    int *at = nullptr;
    explicit Memory(size_t n) { cudaMalloc(&at, n * sizeof(int)); }
    ~Memory() { cudaFree(at); }
    operator int *() const { return at; }
};

int sum_of(int n, int first)
{
    int sum = 0;
    if (n <= 0)
        return 0;
    Memory d_words(n), d_sum(1);
    cudaMemset(d_sum, 0, sizeof(int));
    count_up<<<(n + 255) / 256, 256>>>((int *)d_words, n, first);
    add_up<<<(n + 255) / 256, 256>>>((int *)d_words, n, (int *)d_sum);
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
