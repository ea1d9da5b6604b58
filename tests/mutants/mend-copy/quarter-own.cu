// verdict: missed - a quarter of the threads copies its own words
#include <cuda_pipeline.h>
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int4 words[64];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    int from = t < 8 || t >= 56 ? 63 - t : (t < 32 ? t : t);
    __pipeline_memcpy_async(&words[from], &in[4 * from], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 v = words[63 - t];
    ((int4 *)out)[t] = make_int4(v.w, v.z, v.y, v.x);
}
