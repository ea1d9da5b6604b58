// Sixteen places for each bin: two lanes share one.
extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    __shared__ int mine[64][16];
    int t = threadIdx.x;
    for (int k = t; k < 64 * 16; k += blockDim.x)
        mine[k / 16][k % 16] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n;
         i += blockDim.x * gridDim.x)
        atomicAdd(&mine[in[i]][t % 16], weight[i]);
    __syncthreads();
    if (t < 64) {
        int sum = 0;
        for (int k = 0; k < 16; k++)
            sum += mine[t][k];
        atomicAdd(&bins[t], sum);
    }
}
