// verdict: missed - both copies are waited for before the piece is worked on: the next one travels during an atomic on a word that nobody needs
#include <cuda_pipeline.h>
#define PIECE 128
extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    __shared__ int word;
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;
    if (t == 0)
        word = 0;
    __syncthreads();
    __pipeline_memcpy_async(&piece[0][t], &mine[t], sizeof(float));
    __pipeline_commit();
    for (int p = 0; p < pieces; p++) {
        int next = p + 1;
        if (next < pieces)
            __pipeline_memcpy_async(&piece[next % 2][t], &mine[next * PIECE + t], sizeof(float));
        __pipeline_commit();
        atomicAdd(&word, 0);
        __pipeline_wait_prior(0);
        __syncthreads();
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
