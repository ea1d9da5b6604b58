// A helper launches a kernel and waits for it.
#include <cstdio>
#include <cstdlib>

__global__ void square(int *words, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) words[i] *= words[i];
}

__global__ void add_to_all(int *words, int n, int add) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) words[i] += add;
}

template <class... A> void run(int n, void (*kernel)(A...), A... a) {
    void *args[] = {&a...};
    cudaLaunchKernel((const void *)kernel, dim3((n + 127) / 128), dim3(128), args, 0, 0);
    cudaStreamSynchronize(0);
}

int main(int argc, char **argv) {
    int n = atoi(argv[1]), *words;
    cudaMallocManaged(&words, n * sizeof(int));
    for (int i = 0; i < n; i++) words[i] = i;

    run(n, square, words, n);
    int add = words[n - 1];
    run(n, add_to_all, words, n, add);
    printf("last: %d\n", words[n - 1]);

    cudaFree(words);
    return 0;
}
