// verdict: missed - the wait in the wrong place stays where it is, and another one is added
#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;  // of 64
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    __pipeline_memcpy_async(&words[4 * t], &in[4 * t], 16);
    __pipeline_wait_prior(0);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();

    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
