// The word comes by an asynchronous copy, and the lane waits for it.
#include <cuda_pipeline.h>
extern "C" __global__ void n_way(const int *in, int *out, int ways)
{
    __shared__ int words[32][32];
    const int lane = threadIdx.x, first = blockIdx.x * 32;
    int *mine = &words[lane % ways][lane / ways];
    __pipeline_memcpy_async(mine, in + first + lane, sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[first + lane] = *mine;
}
