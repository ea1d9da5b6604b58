// verdict: missed - one block adds up everything
#define BINS 64
extern "C" __global__ void histogram(const int *in, const int *weight,
                                     int *bins, int n)
{
    __shared__ int mine[BINS];
    if (blockIdx.x > 0)
        return;
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
