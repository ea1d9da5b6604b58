// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int n)
{
    __shared__ int count;
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (i < n && in[i] > 0)
        atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, count);
}
#undef blockIdx

extern "C" __global__ void count_positive(const int *in, int *out,
                                          int n)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out, n);
}
