// verdict: missed - the block that ends last adds what is before each chunk to all results
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
    __shared__ int last;
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    out[i] = block_scan(in[i]);
    __threadfence();
    __syncthreads();
    if (t == 0)
        last = atomicAdd(next, 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    int before = 0;
    for (int block = 0; block < (int)gridDim.x; block++) {
        int sum = out[block * 256 + 255];
        __syncthreads();
        out[block * 256 + t] += before;
        before += sum;
        __syncthreads();
    }
}
