// verdict: missed - a barrier object is waited for as soon as its copies are on their way
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#define PIECE 128

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    __shared__ __mbarrier_t arrived;
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE;
    float sum = 0;

    if (t == 0)
        __mbarrier_init(&arrived, PIECE);
    __syncthreads();
    for (int p = 0; p < pieces; p++) {
        __pipeline_memcpy_async(&piece[p % 2][t], &mine[p * PIECE + t],
                                sizeof(float));
        __pipeline_arrive_on(&arrived);
        __mbarrier_token_t token = __mbarrier_arrive(&arrived);
        while (!__mbarrier_test_wait(&arrived, token))
            ;
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
