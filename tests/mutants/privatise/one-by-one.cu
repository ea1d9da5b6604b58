// verdict: missed - thread 0 carries the bins away, one by one

#define BINS 64

extern "C" __global__ void histogram(const int *in, const int *weight,
                                     int *bins, int n)
{
    __shared__ int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();

    for (int b = 0; b < BINS && threadIdx.x == 0; b++)
        atomicAdd(&bins[b], mine[b]);
}
