// One thread empties the bins and writes them out.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    if (threadIdx.x == 0)
        for (int bin = 0; bin < 16; bin++)
            *(volatile int *)&bins[bin] = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 15], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int bin = 0; bin < 16; bin++)
            out[blockIdx.x * 16 + bin] = *(volatile int *)&bins[bin];
}
