// The threads of a block add to one word of shared memory.
extern "C" __global__ void sum_all(const int *in, int *out, int n)
{
    __shared__ int total;
    int sum = 0;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
        sum += in[i];
    atomicAdd(&total, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, total);
}
