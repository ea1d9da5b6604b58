// The matrix products that courses show: naive, with tiles in static and in dynamic shared memory, with a cooperative
// group's barrier, of ints and of floats.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void matmul_naive(const float *A, const float *B, float *C, int m, int k, int n) {
    unsigned row = blockDim.y * blockIdx.y + threadIdx.y, column = blockDim.x * blockIdx.x + threadIdx.x;
    float sum = 0.0f;
    if (row < m && column < n) {
        for (int i = 0; i < k; i++) sum += A[k * row + i] * B[n * i + column];
        C[n * row + column] = sum;
    }
}

template <int BLOCK_SIZE>
__device__ void matmul_tiled(const float *A, const float *B, float *C, int m, int k, int n) {
    cg::thread_block block = cg::this_thread_block();
    unsigned tiles = (k + BLOCK_SIZE - 1) / BLOCK_SIZE;
    unsigned row = BLOCK_SIZE * blockIdx.y + threadIdx.y, column = BLOCK_SIZE * blockIdx.x + threadIdx.x;
    float sum = 0.0f;
    for (unsigned t = 0; t < tiles; t++) {
        __shared__ float a[BLOCK_SIZE][BLOCK_SIZE], b[BLOCK_SIZE][BLOCK_SIZE];
        unsigned a_column = BLOCK_SIZE * t + threadIdx.x, b_row = BLOCK_SIZE * t + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[row * k + a_column] : 0.0f;
        b[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[b_row * n + column] : 0.0f;
        block.sync();
#pragma unroll
        for (int i = 0; i < BLOCK_SIZE; i++) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        block.sync();
    }
    if (row < m && column < n) C[n * row + column] = sum;
}

extern "C" __global__ void matmul_8(const float *A, const float *B, float *C, int m, int k, int n) {
    matmul_tiled<8>(A, B, C, m, k, n);
}
extern "C" __global__ void matmul_16(const float *A, const float *B, float *C, int m, int k, int n) {
    matmul_tiled<16>(A, B, C, m, k, n);
}
extern "C" __global__ void matmul_32(const float *A, const float *B, float *C, int m, int k, int n) {
    matmul_tiled<32>(A, B, C, m, k, n);
}

extern "C" __global__ void matmul_int(const int *A, const int *B, int *C, int m, int k, int n) {
    const int size = 16;
    __shared__ int tile_a[size][size], tile_b[size][size];
    int row = blockIdx.y * size + threadIdx.y, column = blockIdx.x * size + threadIdx.x, sum = 0;
    for (int t = 0; t < (k + size - 1) / size; ++t) {
        int a_column = t * size + threadIdx.x, b_row = t * size + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = row < m && a_column < k ? A[row * k + a_column] : 0;
        tile_b[threadIdx.y][threadIdx.x] = b_row < k && column < n ? B[b_row * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < size; ++i) sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n) C[row * n + column] = sum;
}

extern "C" __global__ void matmul_dynamic(const float *A, const float *B, float *C, int n, int size) {
    extern __shared__ float tiles[];
    float *a = tiles, *b = tiles + size * size;
    int row = blockIdx.y * size + threadIdx.y, column = blockIdx.x * size + threadIdx.x;
    float value = 0;
    for (int t = 0; t < (n + size - 1) / size; ++t) {
        int at = threadIdx.y * size + threadIdx.x;
        int a_column = t * size + threadIdx.x, b_row = t * size + threadIdx.y;
        a[at] = row < n && a_column < n ? A[row * n + a_column] : 0;
        b[at] = column < n && b_row < n ? B[b_row * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < size; ++i) value += a[threadIdx.y * size + i] * b[i * size + threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) C[row * n + column] = value;
}
