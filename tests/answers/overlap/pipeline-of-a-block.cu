// A pipeline of the whole block: its two stages are kept in shared memory.
#include <cooperative_groups.h>
#include <cuda/pipeline>

#define PIECE 128

extern "C" __global__ void overlap(const float *in, float *out, int pieces)
{
    __shared__ float piece[2][PIECE];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int t = threadIdx.x;
    const float *mine = in + blockIdx.x * pieces * PIECE + t;
    float sum = 0;

    pipeline.producer_acquire();
    cuda::memcpy_async(&piece[0][t], mine, sizeof(float), pipeline);
    pipeline.producer_commit();
    for (int p = 0; p < pieces; p++) {
        if (p + 1 < pieces) {
            pipeline.producer_acquire();
            cuda::memcpy_async(&piece[(p + 1) % 2][t], mine + (p + 1) * PIECE, sizeof(float), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += piece[p % 2][PIECE - 1 - t] * (p + 1);
        pipeline.consumer_release();
    }
    out[blockIdx.x * PIECE + t] = sum;
}
