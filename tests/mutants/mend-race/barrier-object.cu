// verdict: missed - __syncthreads() makes a barrier object ready, and the block waits there a second time
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    if (t == 0)
        __mbarrier_init(&object, blockDim.x);
    __syncthreads();
    words[t] = in[first + t];
    __mbarrier_token_t token = __mbarrier_arrive(&object);
    while (!__mbarrier_test_wait(&object, token))
        ;
    out[first + t] = words[blockDim.x - 1 - t];
}
