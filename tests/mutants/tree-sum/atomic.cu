// verdict: missed - adds with atomics instead of a tree

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int sum;
    int t = threadIdx.x;
    if (t == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + t]);
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = sum;
}
