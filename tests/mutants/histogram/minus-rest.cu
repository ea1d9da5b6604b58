// verdict: missed - what lies in the bins at first is subtracted in the end
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x, before = 0;
    if (t < 16)
        before = atomicAdd(&bins[t], 0);
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + t] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = atomicAdd(&bins[t], 0) - before;
}
