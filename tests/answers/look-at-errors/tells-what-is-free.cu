// Where an allocation fails, it tells how much was free; a status is passed on, and the memory belongs to an object.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *out, long long n)
{
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int)i + 1;
}

struct Numbers {
    int *at = nullptr;
    cudaError_t get(size_t bytes) { return cudaMalloc(&at, bytes); }
    ~Numbers() { cudaFree(at); }
};

static cudaError_t last_of(long long n, int threads, int *last)
{
    Numbers numbers;
    cudaError_t error = numbers.get(n * sizeof(int));
    if (error != cudaSuccess) {
        size_t available, all;
        if (cudaMemGetInfo(&available, &all) == cudaSuccess)
            fprintf(stderr, "%zu of %zu bytes are free\n", available, all);
        return error;
    }
    fill<<<(n + threads - 1) / threads, threads>>>(numbers.at, n);
    if ((error = cudaGetLastError()) != cudaSuccess)
        return error;
    return cudaMemcpy(last, numbers.at + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
}

int main(int argc, char **argv)
{
    int last;
    cudaError_t error = last_of(atoll(argv[1]), atoi(argv[2]), &last);
    if (error != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(error));
        return EXIT_FAILURE;
    }
    printf("last: %d\n", last);
    return EXIT_SUCCESS;
}
