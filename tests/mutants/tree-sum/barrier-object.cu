// verdict: missed - the block waits twice in a round, the second time at a barrier object
#include <cuda_awbarrier_primitives.h>
__device__ void wait_at(__mbarrier_t *object)
{
    __mbarrier_token_t token = __mbarrier_arrive(object);
    while (!__mbarrier_test_wait(object, token))
        ;
}
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256];
    __shared__ __mbarrier_t object;
    int t = threadIdx.x;
    if (t == 0)
        __mbarrier_init(&object, blockDim.x);
    words[t] = in[blockIdx.x * blockDim.x + t];
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        int other = t < half ? words[t + half] : 0;
        wait_at(&object);
        if (t < half)
            words[t] += other;
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
