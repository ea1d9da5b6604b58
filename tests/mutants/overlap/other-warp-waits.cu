// verdict: missed - a piece is copied, another warp waits for it, and the block works on it before the next copy starts
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[2][128];
    __shared__ __mbarrier_t here;
    int t = threadIdx.x;
    in += blockIdx.x * pieces * 128;
    float sum = 0;
    if (t == 0) __mbarrier_init(&here, 32);
    __syncthreads();
    for (int p = 0; p < pieces; p++) {
        if (t < 32) {
            __pipeline_memcpy_async(&piece[p % 2][4 * t], &in[p * 128 + 4 * t], 16);
            __pipeline_arrive_on(&here);
            __mbarrier_arrive(&here);
        } else if (t == 32) {
            while (!__mbarrier_test_wait_parity(&here, p & 1)) {}
        }
        __syncthreads();
        sum += piece[p % 2][127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
