// Each thread turns one int4 of another.
#include <cuda_pipeline.h>
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ int4 words[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&words[t], in + blockIdx.x * 256 + 4 * t, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 v = words[63 - t];
    ((int4 *)(out + blockIdx.x * 256))[t] = make_int4(v.w, v.z, v.y, v.x);
}
