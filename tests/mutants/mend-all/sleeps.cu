// verdict: unsafe - relaxed atomics instead of a barrier, and a sleep that hopes that the neighbour has stored
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_block>;
extern "C" __global__ void differences(const int *in, int *out, int *rising)
{
    __shared__ int words[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    Word(words[t]).store(in[i], cuda::memory_order_relaxed);
    __nanosleep(100000);
    int step = 0;
    if (t < 255)
        step = Word(words[t + 1]).load(cuda::memory_order_relaxed) - Word(words[t]).load(cuda::memory_order_relaxed);
    out[i] = step;
    if (step > 0)
        atomicAdd(rising, 1);
}
