// Owned by std::unique_ptr, whose deleter is cudaFree.
#include <memory>
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

struct Freed { void operator()(void *at) const { cudaFree(at); } };
using Words = std::unique_ptr<int, Freed>;

static Words allocated(int n)
{
    int *at = nullptr;
    return Words(cudaMalloc(&at, n * sizeof(int)) == cudaSuccess ? at : nullptr);
}

int sum_of(int n, int first)
{
    if (n <= 0)
        return 0;
    int sum = 0;
    Words words = allocated(n), total = allocated(1);
    if (!words || !total)
        return -1;
    cudaMemset(total.get(), 0, sizeof(int));
    count_up<<<(n + 255) / 256, 256>>>(words.get(), n, first);
    add_up<<<(n + 255) / 256, 256>>>(words.get(), n, total.get());
    cudaMemcpy(&sum, total.get(), sizeof sum, cudaMemcpyDeviceToHost);
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
