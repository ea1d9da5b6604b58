// verdict: missed - 32 sums in shared memory, and 32 atomics of a block on `out`
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int sums[32];
    int t = threadIdx.x, mine = 0;
    if (t < 32)
        sums[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        mine += in[i];
    atomicAdd(&sums[t % 32], mine);
    __syncthreads();
    if (t < 32)
        atomicAdd(out, sums[t]);
}
