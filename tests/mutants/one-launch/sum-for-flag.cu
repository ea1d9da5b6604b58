// verdict: stuck - a block waits until the sum before it is no longer 0, for ever where that sum is 0

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
    int i = chunk * 256 + t, mine = block_scan(in[i]);
    if (t == 255) {
        int got = 0;
        if (chunk > 0)
            while ((got = Flag(sums[chunk - 1]).load(cuda::memory_order_relaxed)) == 0)
                ;
        before = got;
        Flag(sums[chunk]).store(before + mine, cuda::memory_order_relaxed);
    }
    __syncthreads();
    out[i] = before + mine;
}
