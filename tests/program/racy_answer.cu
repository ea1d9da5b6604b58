// An answer to the exercise write-the-host with a race in its kernel.
#include <cstdio>
#include <cstdlib>

__global__ void scale(const int *in, int *out, int n, int factor) {
    __shared__ int words[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    words[threadIdx.x] = i < n ? in[i] : 0;
    if (i < n) out[i] = factor * words[threadIdx.x ^ 32];
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 256, *in, *out;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemset(in, 0, n * sizeof(int));
    scale<<<(n + 255) / 256, 256>>>(in, out, n, 3);
    cudaFree(in);
    cudaFree(out);
}
