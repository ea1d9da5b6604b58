// a stream that does not wait for the default one
// Exercise wait-first: the host waits before it reads.
#include <cstdio>
#include <cstdlib>

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

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *words;
    cudaMallocManaged(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = i;

    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    square<<<(n + 255) / 256, 256, 0, s>>>(words, n);
    cudaStreamSynchronize(s);
    int add = words[n - 1];
    add_to_all<<<(n + 255) / 256, 256, 0, s>>>(words, n, add);
    cudaStreamSynchronize(s);
    printf("last: %d\n", words[n - 1]);

    cudaStreamDestroy(s);
    cudaFree(words);
    return 0;
}
