// verdict: missed - counts the smaller numbers, which atomics read, and fills up with waits for an object that order nothing
#include <cuda_awbarrier_primitives.h>

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[256], far;
    __shared__ __mbarrier_t show;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size, mine = in[first + t], rank = 0;
    words[t] = mine;
    if (t == 0) far = 0, __mbarrier_init(&show, size);
    __syncthreads();
    for (int j = 0; j < size; j++) {
        int other = atomicAdd(&words[j], 0);
        rank += other < mine || (other == mine && j < t);
    }
    atomicMax(&far, abs(rank - t));
    __syncthreads();
    words[rank] = mine;
    int rounds = far;
    for (int round = 0; round <= rounds; round++) {
        __mbarrier_arrive(&show);
        while (!__mbarrier_test_wait_parity(&show, round & 1)) {}
    }
    out[first + t] = words[t];
}
