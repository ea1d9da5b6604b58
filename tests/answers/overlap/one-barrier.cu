// The piece that was worked on in the round before is free behind the
// barrier: the next copy starts there, and travels during the work.
#include <cuda_pipeline.h>

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float place[2][128];
    int t = threadIdx.x;
    const float *next = in + blockIdx.x * pieces * 128 + t;
    __pipeline_memcpy_async(&place[0][t], next, sizeof(float));
    __pipeline_commit();
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        __pipeline_wait_prior(0);
        __syncthreads();
        if (p < pieces - 1) {
            next += 128;
            __pipeline_memcpy_async(&place[1 - p % 2][t], next,
                                    sizeof(float));
            __pipeline_commit();
        }
        sum += (p + 1) * place[p % 2][127 - t];
    }
    out[blockIdx.x * 128 + t] = sum;
}
