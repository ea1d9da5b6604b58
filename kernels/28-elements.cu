// Copies whose size is in elements. It has to be in bytes.
#include <cstdio>
#include <cstdlib>

__global__ void twice(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] *= 2;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    int *words = (int *)calloc(n, sizeof(int)), *d_words;
    for (int i = 0; i < n; i++)
        words[i] = i + 1;

    cudaMalloc(&d_words, n * sizeof(int));
    cudaMemcpy(d_words, words, n, cudaMemcpyHostToDevice);
    twice<<<(n + 255) / 256, 256>>>(d_words, n);
    cudaMemcpy(words, d_words, n, cudaMemcpyDeviceToHost);
    printf("first: %d, last: %d\n", words[0], words[n - 1]);

    cudaFree(d_words);
    free(words);
    return 0;
}
