// The bins begin with the number of threads, and each number takes one away.

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 16)
        bins[t] = blockDim.x;
    __syncthreads();
    atomicSub(&bins[in[blockIdx.x * blockDim.x + t] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = blockDim.x - bins[t];
}
