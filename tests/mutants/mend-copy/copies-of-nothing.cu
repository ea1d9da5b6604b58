// verdict: missed - plain loads bring the numbers, and the asynchronous copies bring zeros
#include <cuda_pipeline.h>
extern "C" __global__ void mend_copy(const int *in, int *out) {
    __shared__ __align__(16) int words[256];
    __shared__ __align__(16) int nothing[256];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    __pipeline_memcpy_async(&nothing[4 * t], &in[4 * t], 16, 16);
    *(int4 *)&words[4 * t] = *(const int4 *)&in[4 * t];
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    for (int k = 0; k < 4; k++) out[k * 64 + t] = words[255 - k * 64 - t];
}
