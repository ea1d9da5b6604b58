// A helper starts a copy; a round waits, then starts the next one, then works; one barrier a round.
#include <cuda_pipeline.h>
template <int N> __device__ void start(float (&place)[N], const float *from)
{
    __pipeline_memcpy_async(&place[threadIdx.x], &from[threadIdx.x], sizeof(float));
    __pipeline_commit();
}
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float even[128], odd[128];
    const float *mine = in + blockIdx.x * pieces * 128;
    float sum = 0;
    start(even, mine);
    for (int p = 0; p < pieces; p++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (p + 1 < pieces) {
            if (p % 2)
                start(even, mine + (p + 1) * 128);
            else
                start(odd, mine + (p + 1) * 128);
        }
        sum = fmaf((p % 2 ? odd : even)[127 - threadIdx.x], p + 1, sum);
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}
