// verdict: missed - a second barrier of another kind in each round
#define MOST 256
#include <cuda/barrier>
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int words[MOST];
    __shared__ cuda::barrier<cuda::thread_scope_block> other;
    int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    if (t == 0) init(&other, blockDim.x);
    words[t] = in[first + t];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int sum = words[t] + words[(t + 1) % blockDim.x];
        other.arrive_and_wait();
        words[t] = sum;
    }
    out[first + t] = words[t];
}
