// verdict: unsafe - bin 15 is not emptied

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t < 15)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
