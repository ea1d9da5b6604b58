// verdict: missed - half of the blocks do the work of all

extern "C" __global__ void histogram(const int *in, const int *weight,
                                     int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x, step = (gridDim.x > 1 ? gridDim.x / 2 : 1) * blockDim.x;
    for (int b = t; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    if (blockIdx.x < gridDim.x / 2 || gridDim.x < 2)
        for (int i = blockIdx.x * blockDim.x + t; i < n; i += step)
            atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
