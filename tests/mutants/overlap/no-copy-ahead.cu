// verdict: missed - two places and two barriers, and each copy is waited for where it starts
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float place[2][128];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * 128 + t;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        __pipeline_memcpy_async(&place[p % 2][t], mine + p * 128, 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += (p + 1) * place[p % 2][127 - t];
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
