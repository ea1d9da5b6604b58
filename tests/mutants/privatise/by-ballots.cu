// verdict: missed - the weights of equal numbers are added up bit by bit with ballots
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x, lane = t % 32;
    for (int b = t; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + t; i - lane < n; i += step) {
        int bin = i < n ? in[i] : 64 + lane, w = i < n ? weight[i] : 0;
        unsigned same = __match_any_sync(~0u, bin);
        int sum = 0;
#pragma unroll
        for (int k = 0; k < 32; k++)
            sum += __popc(__ballot_sync(~0u, w >> k & 1) & same) << k;
        if (bin < 64 && lane == __ffs(same) - 1)
            atomicAdd(&mine[bin], sum);
    }
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
