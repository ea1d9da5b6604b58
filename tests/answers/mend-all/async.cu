// Asynchronous copies, a count of the block, one atomic.
#include <cuda_pipeline.h>
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    __pipeline_memcpy_async(&words[t], &in[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int step = t == 255 ? 0 : words[t + 1] - words[t];
    out[i] = step;
    int count = __syncthreads_count(step > 0);
    if (t == 0)
        atomicAdd(rising, count);
}
