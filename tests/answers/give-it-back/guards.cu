// Four pieces belong to one sum, the pinned memory of its result among them; each frees itself, in whatever way it is
// left.
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

struct OnDevice {
    int *at;
    explicit OnDevice(int n) { cudaMalloc(&at, n * sizeof(int)); }
    ~OnDevice() { cudaFree(at); }
};
struct OnHost {
    int *at;
    OnHost() { cudaMallocHost(&at, sizeof(int)); }
    ~OnHost() { cudaFreeHost(at); }
};

int sum_of(int n, int first)
{
    if (n <= 0)
        return 0;
    OnDevice words(n), sum(1);
    OnHost zero, result;
    *zero.at = 0;
    cudaMemcpy(sum.at, zero.at, sizeof(int), cudaMemcpyHostToDevice);
    count_up<<<(n + 255) / 256, 256>>>(words.at, n, first);
    add_up<<<(n + 255) / 256, 256>>>(words.at, n, sum.at);
    cudaMemcpy(result.at, sum.at, sizeof(int), cudaMemcpyDeviceToHost);
    return *result.at;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), rounds = atoi(argv[2]);
    for (int round = 0; round < rounds; round++)
        printf("sum: %d\n", sum_of(n, round));
    printf("of nothing: %d\n", sum_of(0, 1));
    return 0;
}
