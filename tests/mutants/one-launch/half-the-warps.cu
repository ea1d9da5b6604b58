// verdict: missed - four of eight warps load and store, two numbers a thread
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
    int i = chunk * 256 + 2 * t; int2 w = make_int2(0, 0);
    if (t < 128) w = *(const int2 *)&in[i];
    int mine = block_scan(w.x + w.y);
    if (t == 127) {
        before = 0;
        if (chunk > 0) {
            while (Flag(flags[chunk - 1]).load(
                       cuda::memory_order_acquire) == 0)
                ;
            before = sums[chunk - 1];
        }
        sums[chunk] = before + mine;
        Flag(flags[chunk]).store(1, cuda::memory_order_release);
    }
    __syncthreads();
    if (t < 128) *(int2 *)&out[i] = make_int2(before + mine - w.y, before + mine);
}
