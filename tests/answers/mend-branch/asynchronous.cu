// Threads with a number copy it asynchronously; all wait.
#include <cuda_pipeline.h>
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (i < n)
        __pipeline_memcpy_async(&words[t], &in[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    if (i < n)
        out[i] = words[t] + (t == 0 ? 0 : words[t - 1]);
}
