// verdict: missed - one block counts everything
extern "C" __global__ void count_positive(const int *in, int *out, int n)
{
    __shared__ int count;
    if (blockIdx.x > 0)
        return;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        if (in[i] > 0)
            atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, count);
}
