// verdict: missed - the host never waits, because cudaFree does
#include <cstdio>
#include <cstdlib>

__global__ void plus_one(int *words, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        words[i] += 1;
}

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), *words, *d_words, size = n / 4;
    cudaMallocHost(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = 5 * i;

    cudaStream_t streams[4];
    size_t bytes = size * sizeof(int);
    cudaMalloc(&d_words, n * sizeof(int));
    for (int p = 0; p < 4; p++) {
        int at = p * size;
        cudaStreamCreate(&streams[p]);
        cudaMemcpyAsync(d_words + at, words + at, bytes,
                        cudaMemcpyHostToDevice, streams[p]);
        plus_one<<<(size + 255) / 256, 256, 0, streams[p]>>>(
            d_words + at, size);
        cudaMemcpyAsync(words + at, d_words + at, bytes,
                        cudaMemcpyDeviceToHost, streams[p]);
    }
    cudaFree(d_words);
    printf("last: %d\n", words[n - 1]);

    for (int p = 0; p < 4; p++)
        cudaStreamDestroy(streams[p]);
    cudaFreeHost(words);
    return 0;
}
