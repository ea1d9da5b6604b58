// a cuda::barrier between the rounds, and two flags that tell whether anybody has moved a number
#include <cuda/barrier>
using Barrier = cuda::barrier<cuda::thread_scope_block>;
#define MOST 256

extern "C" __global__ void sort(const int *in, int *out)
{
    __shared__ int words[MOST], moved[3];
    __shared__ Barrier all;
    int t = threadIdx.x, size = blockDim.x, first = blockIdx.x * size;
    words[t] = in[first + t];
    if (t == 0) init(&all, size);
    if (t < 3) moved[t] = 0;
    __syncthreads();
    int still = 0;
    for (int round = 0; round < size && still < 2; round++) {
        int left = t - (t + round) % 2;
        if (t == 0) moved[(round + 1) % 3] = 0;
        if (t == left && left + 1 < size && words[left] > words[left + 1]) {
            int word = words[left];
            words[left] = words[left + 1];
            words[left + 1] = word;
            moved[round % 3] = 1;
        }
        Barrier::arrival_token token = all.arrive();
        all.wait(std::move(token));
        still = moved[round % 3] ? 0 : still + 1;
    }
    out[first + t] = words[t];
}
