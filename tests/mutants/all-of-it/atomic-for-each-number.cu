// verdict: missed - each number is added to a word of shared memory by an atomic of its own
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int total;
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&total, in[i]);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, total);
}
