// A row in pieces, each with its copies and its launch in a stream.
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
    int n = atoi(argv[1]), pieces = atoi(argv[2]);
    bool pinned = atoi(argv[3]);
    int size = n / pieces, *words, *d_words;
    if (pinned)
        cudaMallocHost(&words, n * sizeof(int));
    else
        words = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = i;
    cudaMalloc(&d_words, n * sizeof(int));

    cudaStream_t streams[16];
    for (int p = 0; p < pieces; p++) {
        int at = p * size; // the last piece takes what is left
        int count = p < pieces - 1 ? size : n - at;
        size_t bytes = count * sizeof(int);
        cudaStreamCreate(&streams[p]);
        cudaMemcpyAsync(d_words + at, words + at, bytes,
                        cudaMemcpyHostToDevice, streams[p]);
        twice<<<(count + 255) / 256, 256, 0, streams[p]>>>(
            d_words + at, count);
        cudaMemcpyAsync(words + at, d_words + at, bytes,
                        cudaMemcpyDeviceToHost, streams[p]);
    }
    cudaDeviceSynchronize(); // all streams are done
    printf("last: %d\n", words[n - 1]);

    for (int p = 0; p < pieces; p++)
        cudaStreamDestroy(streams[p]);
    cudaFree(d_words);
    if (pinned)
        cudaFreeHost(words);
    else
        free(words);
    return 0;
}
