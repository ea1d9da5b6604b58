// verdict: missed - the counter goes up, and the chunk still follows blockIdx.x: all before it is read again
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
    if (threadIdx.x == 0)
        atomicAdd(next, 1);
    int i = blockIdx.x * 256 + threadIdx.x;
    int mine = block_scan(in[i]), before = 0;
    for (int k = 0; k < (int)blockIdx.x * 256; k++)
        before += in[k];
    out[i] = before + mine;
}
