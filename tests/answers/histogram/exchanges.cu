// Atomics empty the bins and read them.
extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t >= (int)blockDim.x - 16)
        atomicExch(&bins[blockDim.x - 1 - t], 0);
    __syncthreads();
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + t] % 16 & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = atomicAdd(&bins[t], 0);
}
