// verdict: missed - the block waits a third time, at a barrier object
#include <cuda_awbarrier_primitives.h>
__device__ void wait_at(__mbarrier_t *object)
{
    __mbarrier_token_t token = __mbarrier_arrive(object);
    while (!__mbarrier_test_wait(object, token))
        ;
}
extern "C" __global__ void any_negative(const int *in, int *out)
{
    __shared__ int found;
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t == 0) {
        found = 0;
        __mbarrier_init(&object, blockDim.x);
    }
    __syncthreads();
    int mine = in[i];
    wait_at(&object);
    if (mine < 0)
        found = t + 1;
    __syncthreads();
    out[i] = found != 0;
}
