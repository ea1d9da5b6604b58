// verdict: missed - what is read while a copy is on its way is added and taken off again; the work begins afterwards
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[2][128];
    const int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * 128;
    float sum = 0, last = 0;
    for (int p = 0; p < pieces; p++) {
        if (t < 64) {
            __pipeline_memcpy_async(&piece[p % 2][2 * t], &mine[p * 128 + 2 * t], 8);
            __pipeline_commit();
            if (p > 0 && t % 32 == 0) sum += *(volatile float *)&piece[(p - 1) % 2][127 - t] - last;
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        last = piece[p % 2][127 - t];
        sum += last * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
