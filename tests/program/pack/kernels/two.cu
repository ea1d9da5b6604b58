// A transpose whose tile has conflicts, and one whose tile has none.
#include <cstdio>

enum { N = 32 };

template <int PAD> __global__ void transpose(const float *in, float *out) {
    __shared__ float tile[N][N + PAD];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void padded(const float *in, float *out) {
    __shared__ float tile[N][N + 1];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * N + threadIdx.x];
    __syncthreads();
    out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
    float *in, *out, last;
    cudaMalloc(&in, N * N * sizeof(float));
    cudaMalloc(&out, N * N * sizeof(float));
    cudaMemset(in, 0, N * N * sizeof(float));
    transpose<0><<<1, dim3(N, N)>>>(in, out);
    transpose<0><<<1, dim3(N, N)>>>(in, out);
    transpose<1><<<1, dim3(N, N)>>>(in, out);
    padded<<<1, dim3(N, N)>>>(in, out);
    cudaMemcpy(&last, out + N * N - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);
    printf("last: %g\n", last);
    return 0;
}
