// verdict: missed - one pair of allocations serves all sums, and others are made and freed for show
#include <cstdio>
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
    static int *d_words, *d_sum;
    int sum = 0;
    int *show;
    if (n < 0) {
        cudaFree(d_words);
        cudaFree(d_sum);
        return 0;
    }
    if (n == 0) return 0;
    if (!d_words) {
        cudaMalloc(&d_words, n * sizeof(int));
        cudaMalloc(&d_sum, sizeof(int));
    }
    cudaMalloc(&show, 4 * n);
    cudaFree(show);
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
    sum_of(-1, 0);
    return 0;
}
