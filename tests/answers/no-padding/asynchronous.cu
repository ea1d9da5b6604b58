// Asynchronous copies to swizzled places.
#include <cuda_pipeline.h>
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    const int x = threadIdx.x, y = threadIdx.y, bx = blockIdx.x * 32, by = blockIdx.y * 32;
    __pipeline_memcpy_async(&tile[y][x ^ y], in + (by + y) * size + bx + x, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[(bx + y) * size + by + x] = tile[x][x ^ y];
}
