// verdict: missed - two places, and one barrier in each round, but every copy is waited for at once
#include <cuda_pipeline.h>
#define PIECE 128
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    for (int p = 0; p < pieces; p++) {
        __pipeline_memcpy_async(&piece[p & 1][t], &mine[p * PIECE + t], sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += piece[p & 1][PIECE - 1 - t] * (p + 1);
    }
    out[blockIdx.x * PIECE + t] = sum;
}
