// verdict: missed - each thread reads the words that it fetched itself, and the barrier is for nobody
#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    __pipeline_memcpy_async(&words[4 * t], &in[4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 four = *(int4 *)&words[4 * t];
    *(int4 *)&out[252 - 4 * t] =
        make_int4(four.w, four.z, four.y, four.x);
}
