// verdict: missed - the copying warp works beside the copy, and the other three when it is over; a barrier object is for show
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ __align__(16) float piece[2][128];
    __shared__ __mbarrier_t show;
    int t = threadIdx.x;
    in += blockIdx.x * pieces * 128;
    float sum = 0;
    if (t == 0) {
        __mbarrier_init(&show, 1);
        __mbarrier_arrive(&show);
    }
    if (t < 32) {
        __pipeline_memcpy_async(&piece[0][4 * t], &in[4 * t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(0);
    }
    __syncthreads();
    for (int p = 0; p < pieces; p++) {
        if (t < 32) {
            if (p + 1 < pieces) __pipeline_memcpy_async(&piece[(p + 1) % 2][4 * t], &in[(p + 1) * 128 + 4 * t], 16);
            __pipeline_commit();
            sum += piece[p % 2][127 - t] * (p + 1);
            __pipeline_wait_prior(0);
        }
        __syncthreads();
        if (t >= 32) sum += piece[p % 2][127 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * 128 + t] = sum;
}
