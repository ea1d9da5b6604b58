// Asynchronous copies into a swizzled tile; each warp takes four neighbouring rows.
#include <cuda_pipeline.h>
__device__ int *place(int *tile, int row, int column)
{
    return tile + row * 32 + (column ^ row);
}
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[1024];
    const int lane = threadIdx.x, first = 4 * threadIdx.y, bx = 32 * blockIdx.x, by = 32 * blockIdx.y;
    for (int row = first; row < first + 4; row++)
        if (bx + lane < width && by + row < height)
            __pipeline_memcpy_async(place(tile, row, lane), &in[(by + row) * width + bx + lane], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int row = first; row < first + 4; row++)
        if (by + lane < height && bx + row < width)
            out[(bx + row) * height + by + lane] = *place(tile, lane, row);
}
