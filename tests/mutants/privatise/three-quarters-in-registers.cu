// verdict: missed - 48 of the 64 bins are added up in registers, and brought to shared memory at the end
extern "C" __global__ void histogram(const int *in, const int *weight, int *bins, int n)
{
    __shared__ int mine[64];
    int t = threadIdx.x;
    for (int b = t; b < 64; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    int kept[48];
#pragma unroll
    for (int b = 0; b < 48; b++)
        kept[b] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) {
        int bin = in[i], w = weight[i];
#pragma unroll
        for (int b = 0; b < 48; b++)
            kept[b] += bin == b ? w : 0;
        if (bin >= 48)
            atomicAdd(&mine[bin], w);
    }
#pragma unroll
    for (int b = 0; b < 48; b++)
        atomicAdd(&mine[b], kept[b]);
    __syncthreads();
    for (int b = t; b < 64; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}
