// verdict: missed - block 0 does the work of all

__constant__ int table[256];

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int each)
{
    __shared__ int copy[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();

    for (int k = 0; k < each; k++) {
        int i = (blockIdx.x * each + k) * blockDim.x + threadIdx.x;
        out[i] = copy[in[i]] + copy[255 - in[i]];
    }
}
#undef blockIdx

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out,
                 each);
        __syncthreads();
    }
}
