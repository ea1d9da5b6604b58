// Exercise overlap: the next piece on its way.
//
// Each block adds up pieces of 128 numbers, and for each piece it waits
// until the copy has arrived. Let the next piece be copied while this
// one is worked on: two places, and one copy ahead.
//
// Check it: type "check overlap" at the prompt of Warpschool.
#include <cuda_pipeline.h>

#define PIECE 128  // numbers in a piece, and threads in a block

extern "C" __global__ void overlap(const float *in, float *out,
                                   int pieces)
{
    __shared__ float piece[PIECE];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;

    // TODO: start the copy of piece p + 1 before piece p is waited for.
    for (int p = 0; p < pieces; p++) {
        __pipeline_memcpy_async(&piece[t], &mine[p * PIECE + t],
                                sizeof(float));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += piece[PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
