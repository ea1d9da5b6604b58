// Asynchronous copies to the places.
#include <cuda_pipeline.h>
__device__ __forceinline__ int place(int row, int column)
{
    return column ^ (row << 1 & 31) ^ (row >> 4) * 5;
}

extern "C" __global__ void diagonal(const int *__restrict__ in, int *__restrict__ out)
{
    __shared__ int tile[32][32];
    const int lane = threadIdx.x;
    in += blockIdx.x * 1024;
    for (int row = 0; row < 32; row++)
        __pipeline_memcpy_async(&tile[row][place(row, lane)], in + row * 32 + lane, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    int rows = 0, columns = 0;
    for (int k = 0; k < 32; k++) {
        rows += tile[lane][place(lane, k)];
        columns += tile[k][place(k, lane)];
    }
    out[blockIdx.x * 32 + lane] = tile[lane][place(lane, lane)] + rows - 2 * columns;
}
