// verdict: missed - one lane reads an old word while a copy is on its way; the work begins when all have come
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[2][128];
    const int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * 128;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        if (t < 32) {
            __pipeline_memcpy_async(&piece[p % 2][4 * t], &mine[p * 128 + 4 * t], 16);
            __pipeline_commit();
            if (p > 0 && t == 0) *(volatile float *)&piece[(p - 1) % 2][0];
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += piece[p % 2][127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
