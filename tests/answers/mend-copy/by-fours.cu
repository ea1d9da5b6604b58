// Four words at a time out of shared memory too, in reverse.
#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ int4 fours[64];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&fours[t], (const int4 *)in + blockIdx.x * 64 + t,
                            16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 four = fours[63 - t];
    ((int4 *)out)[blockIdx.x * 64 + t] =
        make_int4(four.w, four.z, four.y, four.x);
}
