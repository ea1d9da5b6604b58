// verdict: wrong - blocks of 64 threads and more only: a wrong bound

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

    for (int b = threadIdx.x; b < BINS / 2; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
