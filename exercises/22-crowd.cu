// Exercise crowd: all numbers belong to one bin.
//
// All numbers of the input are the same. The 32 lanes of a warp add to
// one word, and that takes 32 passes. Make it 2 passes or fewer, with at
// most 32 KiB of shared memory. It must stay right for any input.
//
// Check it: type "check crowd" at the prompt of Warpschool.

#define BINS 64

extern "C" __global__ void crowd(const int *in, const int *weight,
                                 int *bins, int n)
{
    // TODO: more than one place for each bin.
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
