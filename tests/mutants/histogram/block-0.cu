// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;

    if (t < 16)
        bins[t] = 0;
    __syncthreads();
    atomicAdd(&bins[in[i] & 15], 1);
    __syncthreads();
    if (t < 16)
        out[blockIdx.x * 16 + t] = bins[t];
}
#undef blockIdx

extern "C" __global__ void histogram(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
