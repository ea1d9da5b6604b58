// A thread copies what lies at the other end, and writes four numbers in one store.
#include <cuda_pipeline.h>
extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ int4 words[64];
    const int4 *from = (const int4 *)in + blockIdx.x * 64;
    int t = threadIdx.x, mine = (t + 32) % 64;
    __pipeline_memcpy_async(&words[mine], &from[mine], sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 v = words[63 - t];
    ((int4 *)out)[blockIdx.x * 64 + t] = make_int4(v.w, v.z, v.y, v.x);
}
