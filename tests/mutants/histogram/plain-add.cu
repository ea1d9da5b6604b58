// verdict: unsafe - two threads that want one bin lose a count

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    bins[in[i] & 15]++;
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
