// a warp looks at the sums of all blocks before it
// Exercise one-launch: all sums in one launch.
//
// Each block takes the number of a chunk from a counter, and waits for
// the sum of all that is before this chunk. Its own flag goes up after
// its sum is stored.

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
    __shared__ int chunk, before;
    int t = threadIdx.x;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    int i = chunk * 256 + t;
    int mine = block_scan(in[i]);
    __shared__ int total;
    if (t == 255) total = mine;
    __syncthreads();
    if (t == 0) {
        sums[chunk] = total;
        Flag(flags[chunk]).store(1, cuda::memory_order_release);
    }
    if (t < 32) {
        int sum = 0;
        for (int k = chunk - 1 - t; k >= 0; k -= 32) {
            while (Flag(flags[k]).load(cuda::memory_order_acquire) == 0) ;
            sum += sums[k];
        }
        sum = __reduce_add_sync(~0u, sum);
        if (t == 0) before = sum;
    }
    __syncthreads();
    out[i] = before + mine;
}
