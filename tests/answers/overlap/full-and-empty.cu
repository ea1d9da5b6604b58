// objects alone say which places are full and which are empty; one warp copies
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float place[2][128];
    __shared__ __mbarrier_t full[2], empty[2];
    const int t = threadIdx.x;
    in += blockIdx.x * pieces * 128;
    if (t < 2) __mbarrier_init(&full[t], 32), __mbarrier_init(&empty[t], 128);
    __syncthreads();
    float sum = 0;
    for (int p = 0; p <= pieces; p++) {
        if (t < 32 && p < pieces) {
            if (p >= 2)
                while (!__mbarrier_test_wait_parity(&empty[p & 1], (p / 2 - 1) & 1)) {}
            __pipeline_memcpy_async(&place[p & 1][4 * t], in + p * 128 + 4 * t, 16);
            __pipeline_arrive_on(&full[p & 1]);
            __mbarrier_arrive(&full[p & 1]);
        }
        if (p == 0) continue;
        int q = p - 1;
        while (!__mbarrier_test_wait_parity(&full[q & 1], q / 2 & 1)) {}
        sum += place[q & 1][127 - t] * (q + 1);
        __mbarrier_arrive(&empty[q & 1]);
    }
    out[blockIdx.x * 128 + t] = sum;
}
