// verdict: missed - block 0 does the work of all

__device__ int warp_sum(int mine)
{
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    return mine;
}

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int n)
{
    __shared__ int sums[32];
    int t = threadIdx.x, mine = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += gridDim.x * blockDim.x)
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
#undef blockIdx

extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out, n);
        __syncthreads();
    }
}
