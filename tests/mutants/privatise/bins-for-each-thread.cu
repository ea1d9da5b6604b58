// verdict: missed - each thread has bins of its own, in local memory
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{

    __shared__ int mine[64];
    int own[64];
    for (int b = 0; b < 64; b++) own[b] = 0;
    for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    int step = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) own[in[i]] += weight[i];
    for (int b = 0; b < 64; b++) atomicAdd(&mine[b], own[b]);
    __syncthreads();
    for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}
