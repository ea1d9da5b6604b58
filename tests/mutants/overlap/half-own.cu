// verdict: missed - half of the threads copies its own words
#include <cuda_pipeline.h>
#define PIECE 128
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    int own = t < 64 ? 127 - t : t - 64;
    own = t < 64 ? 127 - t : 63 - (127 - t);
    __pipeline_memcpy_async(&piece[0][own], &mine[own], 4);
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        int next = p + 1;
        if (next < pieces)
            __pipeline_memcpy_async(&piece[next % 2][own], &mine[next * PIECE + own], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
