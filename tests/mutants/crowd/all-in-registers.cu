// verdict: missed - all bins are added up in registers, and brought to shared memory at the end
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, warps = blockDim.x / 32;
    for (int b = warp; b < 64; b += warps)
        mine[b][lane] = 0;
    __syncthreads();
    int kept[64];
#pragma unroll
    for (int b = 0; b < 64; b++)
        kept[b] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int bin = in[i], w = weight[i];
#pragma unroll
        for (int b = 0; b < 64; b++)
            kept[b] += bin == b ? w : 0;
    }
#pragma unroll
    for (int b = 0; b < 64; b++)
        atomicAdd(&mine[b][lane], kept[b]);
    __syncthreads();
    for (int b = warp; b < 64; b += warps) {
        int sum = mine[b][lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(~0u, sum, step);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
