// cudaFree(0) begins, and a pointer with a deleter frees the memory.
#include <cstdio>
#include <cstdlib>
#include <memory>
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
struct Free {
    void operator()(int *words) const { cudaFree(words); }
};
static std::unique_ptr<int[], Free> managed(int n)
{
    int *words = nullptr;
    cudaMallocManaged(&words, n * sizeof *words);
    return std::unique_ptr<int[], Free>(words);
}
int main(int, char **argv)
{
    cudaFree(0);
    int n = atoi(argv[1]), blocks = (n + 127) / 128;
    auto words = managed(n);
    for (int i = 0; i < n; i++)
        words[i] = i;
    square<<<blocks, 128>>>(words.get(), n);
    cudaDeviceSynchronize();
    add_to_all<<<blocks, 128>>>(words.get(), n, words[n - 1]);
    cudaDeviceSynchronize();
    printf("last: %d\n", words[n - 1]);
    return 0;
}
