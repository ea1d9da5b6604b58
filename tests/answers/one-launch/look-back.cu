// Decoupled look-back by a whole warp, with volatile flags and fences.
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
    volatile int *flag = flags;
    int t = threadIdx.x, lane = t % 32;
    if (t == 0)
        chunk = atomicAdd(next, 1);
    __syncthreads();
    int i = chunk * 256 + t, all = gridDim.x;
    int mine = block_scan(in[i]);
    if (t >= 224) {
        int total = __shfl_sync(0xffffffff, mine, 31), sum = 0;
        if (lane == 31) {
            sums[chunk] = total;
            __threadfence();
            flag[chunk] = 1;
        }
        for (int at = chunk - 1 - lane;; at -= 32) {
            int seen = 2, part = 0;
            if (at >= 0) {
                while ((seen = flag[at]) == 0)
                    ;
                __threadfence();
                part = seen == 2 ? sums[all + at] : sums[at];
            }
            int nearest = __ffs(__ballot_sync(0xffffffff, seen == 2));
            if (nearest > 0 && lane >= nearest)
                part = 0;
            sum += __reduce_add_sync(0xffffffff, part);
            if (nearest > 0)
                break;
        }
        if (lane == 31) {
            before = sum;
            sums[all + chunk] = sum + total;
            __threadfence();
            flag[chunk] = 2;
        }
    }
    __syncthreads();
    out[i] = before + mine;
}
