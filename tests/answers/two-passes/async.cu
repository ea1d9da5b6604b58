// Asynchronous copies, and zeros beyond the edge.
#include <cuda_pipeline.h>
__constant__ float filter[7];
extern "C" __global__ void soften(const float *in, float *out, int width, int height)
{
    __shared__ float tile[14][38], rows[14][33];
    int x = threadIdx.x, y = threadIdx.y;
    auto fetch = [&](int j, int i) {
        int u = (int)blockIdx.x * 32 - 3 + i, v = (int)blockIdx.y * 8 - 3 + j;
        if (u < 0 || u >= width || v < 0 || v >= height)
            tile[j][i] = 0;
        else
            __pipeline_memcpy_async(&tile[j][i], &in[v * width + u], sizeof(float));
    };
    for (int j = y; j < 14; j += 8) {
        fetch(j, x);
        if (x < 6)
            fetch(j, x + 32);
    }
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
#pragma unroll
    for (int j = y; j < 14; j += 8) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k < 7; k++)
            sum += filter[k] * tile[j][x + k];
        rows[j][x] = sum;
    }
    __syncthreads();
    int u = blockIdx.x * 32 + x, v = blockIdx.y * 8 + y;
    if (u >= width || v >= height)
        return;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 7; k++)
        sum += filter[k] * rows[y + k][x];
    out[v * width + u] = sum;
}
