// The lanes of one bin add up their weights by a reduction, one bin after another.
extern "C" __global__ void crowd(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x, lane = t % 32;
    for (int b = t; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int base = blockIdx.x * blockDim.x + t - lane; base < n; base += gridDim.x * blockDim.x) {
        int i = base + lane;
        int bin = i < n ? in[i] : -1, w = i < n ? weight[i] : 0;
        unsigned left = __ballot_sync(~0u, bin >= 0);
        while (left) {
            int leader = __ffs(left) - 1, wanted = __shfl_sync(~0u, bin, leader);
            int sum = __reduce_add_sync(~0u, bin == wanted ? w : 0);
            if (lane == leader)
                atomicAdd(&mine[wanted], sum);
            left &= ~__ballot_sync(~0u, bin == wanted);
        }
    }
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
