// verdict: missed - one place for all pieces, and a word for show is read while the copy is on its way
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[128], show[128];
    const int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * 128;
    float sum = 0;
    if (t == 0) *(volatile float *)show = 0;
    for (int p = 0; p < pieces; p++) {
        if (t < 32) {
            __pipeline_memcpy_async(&piece[4 * t], &mine[p * 128 + 4 * t], 16);
            __pipeline_commit();
            if (t == 0) *(volatile float *)show;
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        sum += piece[127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
