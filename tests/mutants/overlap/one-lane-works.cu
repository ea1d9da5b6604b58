// verdict: missed - one lane works beside the copy, and the others begin when it is over
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float4 piece[2][32];
    int t = threadIdx.x;
    const float4 *mine = (const float4 *)in + blockIdx.x * pieces * 32;
    float one = 0;
    float2 sum = make_float2(0, 0);
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
            if (t == 0)
                one += words[127] * (p + 1);
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        if (t >= 64) {
            float2 two = ((const float2 *)words)[127 - t];
            sum.x += two.x * (p + 1);
            sum.y += two.y * (p + 1);
        }
        __syncthreads();
    }
    float *to = out + blockIdx.x * 128;
    if (t >= 64) {  // pair 127 - t holds the outputs 127 - 2 * (127 - t) and the one before it
        int last = 127 - 2 * (127 - t);
        if (last - 1 > 0 || last > 1)
            to[last - 1] = sum.y;
        if (last > 1)
            to[last] = sum.x;
        if (last == 1)
            to[1] = sum.x;
    }
    if (t == 0)
        to[0] = one;
}
