// verdict: missed - thread 0 does the work of the whole block

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    if (t == 0)
        for (int k = 0; k < blockDim.x; k++)
            bins[in[i + k] & 15]++;
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
