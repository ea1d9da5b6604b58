// verdict: missed - a quarter of the warps adds nothing and loops idly
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    for (int b = warp; b < 64; b += warps)
        mine[b][lane] = 0;
    __syncthreads();
    int working = warps * 3 / 4;
    if (warp < working)
        for (int i = (blockIdx.x * working + warp) * 32 + lane; i < n; i += gridDim.x * working * 32)
            atomicAdd(&mine[in[i]][lane], weight[i]);
    else
#pragma unroll 1
        for (int k = 0; k < n / (gridDim.x * blockDim.x) * 4; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(lane));
    lane = t % 32;
    __syncthreads();
    for (int b = warp; b < 64; b += warps) {
        int sum = mine[b][lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(~0u, sum, step);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
