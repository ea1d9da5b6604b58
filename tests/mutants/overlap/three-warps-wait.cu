// verdict: missed - the copying warp works beside the copy, and the other three begin when it is over
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float4 piece[2][32];
    int t = threadIdx.x;
    const float4 *mine = (const float4 *)in + blockIdx.x * pieces * 32;
    float sum = 0;
    if (t < 32) {
        __pipeline_memcpy_async(&piece[0][t], &mine[t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int p = 0; p < pieces; p++) {
        const float *words = (const float *)piece[p % 2];
        if (t < 32) {
            if (p + 1 < pieces)
                __pipeline_memcpy_async(&piece[(p + 1) % 2][t], &mine[(p + 1) * 32 + t], 16);
            __pipeline_commit();
            sum += words[127 - t] * (p + 1);
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        if (t >= 32)
            sum += words[127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
