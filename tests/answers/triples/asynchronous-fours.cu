// Three warps of four copy 16 bytes a lane, without registers.
#include <cuda_pipeline.h>
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float4 fours[96];
    const int t = threadIdx.x;
    if (t < 96)
        __pipeline_memcpy_async(&fours[t], (const float4 *)in + blockIdx.x * 96 + t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    const float *mine = (const float *)fours + 3 * t;
    out[blockIdx.x * 128 + t] = mine[0] * mine[1] + mine[2];
}
