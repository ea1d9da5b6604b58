// verdict: missed - a barrier object is made, arrived at and waited for, and orders nothing that the barrier does not
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

extern "C" __global__ void mend_copy(const int *in, int *out)
{
    __shared__ __align__(16) int words[256];
    __shared__ __mbarrier_t show[64];
    int t = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;
    __mbarrier_init(&show[t], 1);
    __pipeline_memcpy_async(&words[4 * t], &in[4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __mbarrier_arrive(&show[t]);
    __syncthreads();
    while (!__mbarrier_test_wait_parity(&show[t], 0)) {}
    for (int k = 0; k < 4; k++)
        out[k * 64 + t] = words[255 - k * 64 - t];
}
