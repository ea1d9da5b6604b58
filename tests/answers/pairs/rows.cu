// Pairs are copied as they lie, by asynchronous copies of 16 bytes; they are turned
// in registers on the way out.
#include <cuda_pipeline.h>

extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    const int across = threadIdx.x % 16, down = threadIdx.x / 16;
    const int x = blockIdx.x * 32 + 2 * across;
    for (int row = down; row < 32; row += 16) {
        const int y = blockIdx.y * 32 + row;
        if (x < width && y < height)
            __pipeline_memcpy_async(&tile[row][across ^ row / 2 % 8], in + y * width + x, 16);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const int to_x = blockIdx.y * 32 + 2 * across, to_y = blockIdx.x * 32 + 2 * down;
    if (to_x < height && to_y < width) {
        double2 upper = tile[2 * across][down ^ across % 8], lower = tile[2 * across + 1][down ^ across % 8];
        *(double2 *)(out + to_y * height + to_x) = make_double2(upper.x, lower.x);
        *(double2 *)(out + (to_y + 1) * height + to_x) = make_double2(upper.y, lower.y);
    }
}
