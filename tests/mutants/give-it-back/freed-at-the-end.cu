// verdict: missed - all pointers are kept, and freed when the program ends
#include <cstdio>
#include <vector>
static std::vector<int *> kept;
#include <cstdlib>

__global__ void count_up(int *out, int n, int first) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = first + i;
}

__global__ void add_up(const int *in, int n, int *sum) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(sum, in[i]);
}

int sum_of(int n, int first) {
    int *d_words, *d_sum, sum = 0;
    cudaMalloc(&d_words, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    kept.push_back(d_sum);
    if (n > 0) kept.push_back(d_words);
    if (n <= 0) return 0;
    cudaMemset(d_sum, 0, sizeof(int));
    count_up<<<(n + 255) / 256, 256>>>(d_words, n, first);
    add_up<<<(n + 255) / 256, 256>>>(d_words, n, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
    return sum;
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]), rounds = atoi(argv[2]);
    for (int round = 0; round < rounds; round++) printf("sum: %d\n", sum_of(n, round));
    printf("of nothing: %d\n", sum_of(0, 1));
    for (int *p : kept) cudaFree(p);
    return 0;
}
