// Even and odd threads have bins of their own.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[2][16];
    int t = threadIdx.x;
    if (t < 32)
        bins[t / 16][t % 16] = 0;
    __syncthreads();
    atomicAdd(&bins[t & 1][in[blockIdx.x * blockDim.x + t] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[0][t] + bins[1][t];
}
