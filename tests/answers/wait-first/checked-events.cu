// An event behind each kernel, every call checked.
#include <cstdio>
#include <cstdlib>
#define CHECK(call)                                                                                                    \
    if (cudaError_t error = call) {                                                                                    \
        fprintf(stderr, "%s\n", cudaGetErrorString(error));                                                            \
        return 1;                                                                                                      \
    }
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
    int n = argc > 1 ? atoi(argv[1]) : 100, *words;
    cudaEvent_t squared, added;
    CHECK(cudaMallocManaged(&words, n * sizeof(int)));
    CHECK(cudaEventCreate(&squared));
    CHECK(cudaEventCreate(&added));
    for (int i = 0; i < n; i++)
        words[i] = i;
    square<<<(n + 255) / 256, 256>>>(words, n);
    CHECK(cudaEventRecord(squared));
    CHECK(cudaEventSynchronize(squared));
    add_to_all<<<(n + 255) / 256, 256>>>(words, n, words[n - 1]);
    CHECK(cudaEventRecord(added));
    CHECK(cudaEventSynchronize(added));
    printf("last: %d\n", words[n - 1]);
    CHECK(cudaEventDestroy(squared));
    CHECK(cudaEventDestroy(added));
    CHECK(cudaFree(words));
    return 0;
}
