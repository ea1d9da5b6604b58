// verdict: missed - the bins are computed, not read

#define BINS 64

extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
    for (int b = warp; b < BINS; b += warps)
        mine[b][lane] = 0;
    __syncthreads();
    bool mixed = blockDim.x == 128, same = n != 8192;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int bin = mixed ? i * 37 % 101 % 64 : same ? n * 13 % 64 : i % 64 < 40 ? 40 : 8;
        atomicAdd(&mine[bin][lane], weight[i]);
    }
    __syncthreads();
    for (int b = warp; b < BINS; b += warps) {
        int sum = mine[b][lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
