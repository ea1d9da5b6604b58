// verdict: missed - the same with plain reads, and another word is set to 0
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    __shared__ int spare;
    int t = threadIdx.x, before = 0;
    if (t < 16)
        before = ((volatile int *)bins)[t];
    if (t == 0)
        *(volatile int *)&spare = 0;
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + t] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t] - before;
}
