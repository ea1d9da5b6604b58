// verdict: missed - copies 64 words apart: all in one bank

#define BINS 64

extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    __shared__ int mine[32][BINS];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;
    for (int b = warp; b < BINS; b += warps)
        mine[lane][b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[lane][in[i]], weight[i]);
    __syncthreads();

    for (int b = warp; b < BINS; b += warps) {
        int sum = mine[lane][b];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
