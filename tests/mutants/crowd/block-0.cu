// verdict: missed - block 0 does the work of all

#define BINS 64

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in,
                         const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;
    for (int b = warp; b < BINS; b += warps)
        mine[b][lane] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]][lane], weight[i]);
    __syncthreads();

    for (int b = warp; b < BINS; b += warps) {
        int sum = mine[b][lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0)
            atomicAdd(&bins[b], sum);
    }
}
#undef blockIdx

extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, weight,
                 bins, n);
}
