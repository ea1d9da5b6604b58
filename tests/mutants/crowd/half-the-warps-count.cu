// verdict: missed - half of the warps do all, and the others count
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64][32];
    int t = threadIdx.x, lane = t % 32, h = blockDim.x / 2;
    for (int b = t; b < 64 * 32; b += blockDim.x) mine[b / 32][b % 32] = 0;
    __syncthreads();
    if (t < h) for (int i = blockIdx.x * h + t; i < n; i += gridDim.x * h) atomicAdd(&mine[in[i]][lane], weight[i]);
    else { unsigned x = t; for (int k = 0; k < n / (gridDim.x * h) * 12; k++) asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x)); }
    __syncthreads();
    for (int b = t / 32; b < 64; b += blockDim.x / 32) {
        int s = __reduce_add_sync(~0u, mine[b][lane]);
        if (lane == 0) atomicAdd(&bins[b], s);
    }
}
