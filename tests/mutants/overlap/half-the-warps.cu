// verdict: missed - two of four warps copy and work, and the others loop idly
#include <cuda_pipeline.h>
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[2][128];
    const int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * 128;
    auto start = [&](int p) {
        if (p < pieces && t < 64)
            __pipeline_memcpy_async(&piece[p % 2][2 * t], &mine[p * 128 + 2 * t], 8);
        __pipeline_commit();
    };
    float sum = 0, two = 0;
    start(0);
    for (int p = 0; p < pieces; p++) {
        start(p + 1);
        __pipeline_wait_prior(1);
        __syncthreads();
        if (t < 64) {
            sum += piece[p % 2][127 - t] * (p + 1);
            two += piece[p % 2][63 - t] * (p + 1);
        } else {
            int c;
#pragma unroll 1
            for (int k = 0; k < 6; k++)
                asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
        }
        __syncthreads();
    }
    if (t < 64) {
        out[blockIdx.x * 128 + t] = sum;
        out[blockIdx.x * 128 + 64 + t] = two;
    }
}
