// verdict: unsafe - the bins are emptied again by threads that come late

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    bins[t % 16] = 0;
    atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
