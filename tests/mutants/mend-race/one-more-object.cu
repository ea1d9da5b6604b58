// verdict: missed - a second wait of the block, at a barrier object, that orders nothing
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void turn_round(const int *in, int *out)
{
    __shared__ int words[256];
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    if (t == 0)
        __mbarrier_init(&object, blockDim.x);
    words[t] = in[first + t];
    __syncthreads();
    int mine = words[blockDim.x - 1 - t];
    __mbarrier_token_t token = __mbarrier_arrive(&object);
    while (!__mbarrier_test_wait(&object, token))
        ;
    out[first + t] = mine;
}
