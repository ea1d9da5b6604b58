// A word of the block and a reference to `out`, with the atomics of C++. Each warp goes through pieces of 128 numbers.
#include <cuda/atomic>
using Everywhere = cuda::atomic_ref<int, cuda::thread_scope_device>;
using InBlock = cuda::atomic_ref<int, cuda::thread_scope_block>;
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int warps = gridDim.x * blockDim.x / 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, mine = 0;
    for (int first = warp * 128; first < n; first += warps * 128)
        for (int i = first + threadIdx.x % 32; i < min(n, first + 128); i += 32)
            mine += in[i];
    InBlock(sum).fetch_add(mine, cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0)
        Everywhere(*out).fetch_add(sum, cuda::memory_order_relaxed);
}
