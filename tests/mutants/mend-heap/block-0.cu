// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
{
    __shared__ int *list;
    int t = threadIdx.x, size = blockDim.x;
    int first = blockIdx.x * size;

    if (t == 0)
        list = (int *)malloc(size * sizeof(int));
    __syncthreads();
    list[size - 1 - t] = in[first + t];
    __syncthreads();
    out[first + t] = list[t] * t;
    __syncthreads();
    if (t == 0)
        free(list);
}
#undef blockIdx

extern "C" __global__ void turn_weighted(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
