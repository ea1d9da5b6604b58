// verdict: missed - a second wait of the block in every round, at a barrier object
#include <cuda_awbarrier_primitives.h>
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[2][256];
    __shared__ __mbarrier_t object;
    int t = threadIdx.x, n = blockDim.x, i = blockIdx.x * n + t;
    if (t == 0)
        __mbarrier_init(&object, n);
    words[0][t] = in[i];
    for (int round = 0; round < rounds; round++) {
        int *from = words[round % 2], *to = words[1 - round % 2];
        __syncthreads();
        int sum = from[t] + from[(t + 1) % n];
        __mbarrier_token_t token = __mbarrier_arrive(&object);
        while (!__mbarrier_test_wait(&object, token))
            ;
        to[t] = sum;
    }
    out[i] = words[rounds % 2][t];
}
