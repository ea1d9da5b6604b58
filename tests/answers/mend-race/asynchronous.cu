// An asynchronous copy of each number, and the block's barrier behind the wait.
#include <cuda_pipeline.h>
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    const int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    __pipeline_memcpy_async(&words[t], &in[first + t], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[first + t] = words[n - 1 - t];
}
