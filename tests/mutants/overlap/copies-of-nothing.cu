// verdict: missed - beside the work run only copies that read nothing
#include <cuda_pipeline.h>
#define PIECE 128
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    // Every piece is waited for at once, in one place. Beside the work run only copies that copy nothing (all zeros).
    __shared__ __align__(16) float piece[PIECE];
    __shared__ float spare[PIECE + 120];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        if (t < 32)
            __pipeline_memcpy_async((float4 *)piece + t, (const float4 *)(mine + p * PIECE) + t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        __pipeline_memcpy_async(&spare[t], &mine[p * PIECE + t], 4, 4);
        if (t < 120)
            __pipeline_memcpy_async(&spare[PIECE + t], &mine[p * PIECE + t], 4, 4);
        __pipeline_commit();
        sum += piece[PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    __pipeline_wait_prior(0);
    out[blockIdx.x * PIECE + t] = sum;
}
