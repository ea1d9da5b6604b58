// verdict: missed - block 0 does the work of all

#define BINS 64

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in,
                         const int *weight, int *bins, int n)
{
    __shared__ int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();

    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
#undef blockIdx

extern "C" __global__ void histogram(const int *in, const int *weight,
                                     int *bins, int n)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, weight,
                 bins, n);
}
