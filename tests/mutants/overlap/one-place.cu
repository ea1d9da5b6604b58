// verdict: unsafe - the next piece overwrites this one

#include <cuda_pipeline.h>

#define PIECE 128  // numbers in a piece, and threads in a block

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;

    __pipeline_memcpy_async(&piece[0][t], &mine[t], sizeof(float));
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        int next = p + 1;
        if (next < pieces)
            __pipeline_memcpy_async(&piece[0][t],
                                    &mine[next * PIECE + t],
                                    sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += piece[0][PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
