// verdict: missed - the lanes take turns, so that no two ever meet
#define BINS 64

extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    __shared__ int mine[BINS];
    int t = threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int b = t; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + t; i < n; i += threads)
        for (int lane = 0; lane < 32; lane++)
            if (t % 32 == lane)
                atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();

    for (int b = t; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
