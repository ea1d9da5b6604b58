// verdict: missed - a block waits until the counter has passed its index
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int warp_scan(int mine)
{
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffff, mine, step);
        if (threadIdx.x % 32 >= step)
            mine += left;
    }
    return mine;
}

// The running sums of the block's 256 numbers.
__device__ int block_scan(int mine)
{
    __shared__ int of_warps[32];
    int t = threadIdx.x, warp = t / 32;
    mine = warp_scan(mine);
    if (t % 32 == 31)
        of_warps[warp] = mine;
    __syncthreads();
    if (warp == 0)
        of_warps[t] = warp_scan(t < 8 ? of_warps[t] : 0);
    __syncthreads();
    return mine + (warp > 0 ? of_warps[warp - 1] : 0);
}

extern "C" __global__ void running_sums(const int *in, int *out,
                                        int *sums, int *flags, int *next)
{
    // The counter counts the blocks that have begun; everyone waits until all have.
    __shared__ int before;
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0) {
        atomicAdd(next, 1);
        while (atomicAdd(next, 0) <= b)
            ;
    }
    int mine = block_scan(in[b * 256 + t]);
    if (t == 255) {
        before = 0;
        if (b > 0) {
            while (Flag(flags[b - 1]).load(cuda::memory_order_acquire) == 0)
                ;
            before = sums[b - 1];
        }
        sums[b] = before + mine;
        Flag(flags[b]).store(1, cuda::memory_order_release);
    }
    __syncthreads();
    out[b * 256 + t] = before + mine;
}
