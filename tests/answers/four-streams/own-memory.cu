// each stream has its own piece of device memory
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
    int n = atoi(argv[1]), *words, *pieces[4], size = n / 4;
    cudaMallocHost(&words, n * sizeof(int));
    for (int i = 0; i < n; i++)
        words[i] = 5 * i;

    cudaStream_t streams[4];
    size_t bytes = size * sizeof(int);
    for (int p = 0; p < 4; p++) {
        cudaStreamCreate(&streams[p]);
        cudaMalloc(&pieces[p], bytes);
    }
    for (int p = 0; p < 4; p++) {
        cudaMemcpyAsync(pieces[p], words + p * size, bytes,
                        cudaMemcpyHostToDevice, streams[p]);
        plus_one<<<(size + 255) / 256, 256, 0, streams[p]>>>(pieces[p],
                                                             size);
        cudaMemcpyAsync(words + p * size, pieces[p], bytes,
                        cudaMemcpyDeviceToHost, streams[p]);
    }
    cudaDeviceSynchronize();
    printf("last: %d\n", words[n - 1]);

    for (int p = 0; p < 4; p++) {
        cudaStreamDestroy(streams[p]);
        cudaFree(pieces[p]);
    }
    cudaFreeHost(words);
    return 0;
}
