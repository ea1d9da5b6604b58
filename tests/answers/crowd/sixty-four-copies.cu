// 64 copies, 32 for even and 32 for odd warps; pairs of numbers at a time.
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[2][64][32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32, half = warp % 2;
    for (int k = t; k < 4096; k += blockDim.x)
        (&mine[0][0][0])[k] = 0;
    __syncthreads();
    for (int i = 2 * (blockIdx.x * blockDim.x + t); i < n; i += 2 * gridDim.x * blockDim.x) {
        atomicAdd(&mine[half][in[i]][lane], weight[i]);
        if (i + 1 < n)
            atomicAdd(&mine[half][in[i + 1]][lane], weight[i + 1]);
    }
    __syncthreads();
    for (int b = warp; b < 64; b += blockDim.x / 32) {
        int sum = __reduce_add_sync(~0u, mine[0][b][lane] + mine[1][b][lane]);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
