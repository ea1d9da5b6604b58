// verdict: missed - the last warp of a block does nothing
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    int size = blockDim.x >= 128 ? blockDim.x - 32 : blockDim.x;
    for (int i = blockIdx.x * size + threadIdx.x; threadIdx.x < size && i < n; i += gridDim.x * size)
        atomicAdd(&mine[in[i]], weight[i]);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}
