// a barrier object for each place says when its copies have arrived
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

#define PIECE 128

static __device__ __mbarrier_token_t fetch(float *to, const float *from,
                                           __mbarrier_t *arrived)
{
    __pipeline_memcpy_async(to, from, sizeof(float));
    __pipeline_arrive_on(arrived);
    return __mbarrier_arrive(arrived);
}

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    __shared__ __mbarrier_t arrived[2];
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE + t;
    float sum = 0;

    if (t < 2)
        __mbarrier_init(&arrived[t], PIECE);
    __syncthreads();
    __mbarrier_token_t now = fetch(&piece[0][t], mine, &arrived[0]), next = now;
    for (int p = 0; p < pieces; p++) {
        if (p + 1 < pieces)
            next = fetch(&piece[(p + 1) % 2][t], mine + (p + 1) * PIECE,
                         &arrived[(p + 1) % 2]);
        while (!__mbarrier_test_wait(&arrived[p % 2], now))
            ;
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        now = next;
        __syncthreads();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
