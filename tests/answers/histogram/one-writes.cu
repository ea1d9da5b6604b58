// Thread 0 empties the bins and writes all of them.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    if (threadIdx.x == 0)
        for (int b = 0; b < 16; b++)
            bins[b] = 0;
    __syncthreads();
    atomicAdd(bins + (in[blockIdx.x * blockDim.x + threadIdx.x] & 15), 1);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int b = 0; b < 16; b++)
            out[16 * blockIdx.x + b] = bins[b];
}
