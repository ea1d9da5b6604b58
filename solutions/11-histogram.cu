// Exercise histogram: one solution.
//
// Sixteen threads empty one bin each. The barrier after that is part of
// the cure: without it a fast warp counts into a bin that a slow one
// empties later.

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
