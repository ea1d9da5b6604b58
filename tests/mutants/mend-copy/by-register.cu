// verdict: missed - loads and stores four words one by one

#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;  // of 64
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int k = 0; k < 4; k++)
        words[k * 64 + t] = in[k * 64 + t];
    __syncthreads();

    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
