// verdict: missed - the block waits once more, at a barrier object
#include <cuda_awbarrier_primitives.h>
__device__ void wait_at(__mbarrier_t *object)
{
    __mbarrier_token_t token = __mbarrier_arrive(object);
    while (!__mbarrier_test_wait(object, token))
        ;
}
extern "C" __global__ void add_previous(const int *in, int *out, int n)
{
    __shared__ int words[256];
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0)
        __mbarrier_init(&object, blockDim.x);
    if (i < n)
        words[t] = in[i];
    __syncthreads();
    int previous = t > 0 && i < n ? words[t - 1] : 0;
    wait_at(&object);
    if (i < n)
        out[i] = words[t] + previous;
}
