// Asynchronous copies of 16 bytes to swizzled places.
#include <cuda_pipeline.h>
extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[32][8];
    const int lane = threadIdx.x;
    for (int row = lane >> 3; row < 32; row += 4)
        __pipeline_memcpy_async(&tile[row][(lane ^ row) & 7], &in[blockIdx.x * 256 + row * 8 + (lane & 7)], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp();
    for (int column = 7; column >= 0; column--)
        out[blockIdx.x * 256 + column * 32 + lane] = tile[lane][column ^ (lane & 7)];
}
