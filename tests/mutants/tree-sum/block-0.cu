// verdict: unsafe - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out)
{
    __shared__ int words[256];
    int t = threadIdx.x;
    words[t] = in[blockIdx.x * blockDim.x + t];

    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            words[t] += words[t + half];
    }
    if (t == 0)
        out[blockIdx.x] = words[0];
}
#undef blockIdx

extern "C" __global__ void tree_sum(const int *in, int *out)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++)
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out);
}
