// verdict: missed - one thread adds up everything

__device__ int warp_sum(int mine)
{
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    return mine;
}

extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sums[32];
    int t = threadIdx.x, mine = 0;
    for (int i = 0; i < n && t + blockIdx.x == 0; i++)
        mine += in[i];

    mine = warp_sum(mine);
    if (t % 32 == 0)
        sums[t / 32] = mine;
    __syncthreads();
    if (t < 32) {
        mine = warp_sum(t < (int)blockDim.x / 32 ? sums[t] : 0);
        if (t == 0)
            atomicAdd(out, mine);
    }
}
