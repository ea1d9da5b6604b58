// verdict: missed - the bins are computed, not read

extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int own[64];
    for (int b = threadIdx.x; b < 64; b += blockDim.x) own[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[i * 37 % 101 % 64], weight[i]);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
