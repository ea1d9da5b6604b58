// verdict: missed - barrier objects alone: one warp works beside the copy, and the other three wait until it is over
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float place[2][128];
    __shared__ __mbarrier_t full, done;
    const int t = threadIdx.x;
    in += blockIdx.x * pieces * 128;
    if (t == 0) {
        __mbarrier_init(&full, 32);
        __mbarrier_init(&done, 128);
    }
    __syncthreads();
    float sum = 0;
    if (t < 32) {
        __pipeline_memcpy_async(&place[0][4 * t], in + 4 * t, 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp();
    }
    for (int p = 0; p < pieces; p++) {
        if (t < 32) {
            if (p + 1 < pieces) __pipeline_memcpy_async(&place[(p + 1) % 2][4 * t], in + (p + 1) * 128 + 4 * t, 16);
            __pipeline_commit();
            sum += place[p % 2][127 - t] * (p + 1);
            __pipeline_wait_prior(0);
            __mbarrier_arrive(&full);
            __syncwarp();
        } else {
            while (!__mbarrier_test_wait_parity(&full, p & 1)) {}
            sum += place[p % 2][127 - t] * (p + 1);
        }
        __mbarrier_arrive(&done);
        while (!__mbarrier_test_wait_parity(&done, p & 1)) {}
    }
    out[blockIdx.x * 128 + t] = sum;
}
