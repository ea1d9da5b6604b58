// verdict: missed - every second block does the work of two, and the others pass the time
__constant__ int table[256];

__device__ void translate_block(const int *in, int *out, int each, int block, const int *copy)
{
    for (int k = 0; k < each; k++) {
        int i = (block * each + k) * blockDim.x + threadIdx.x;
        out[i] = copy[in[i]] + copy[255 - in[i]];
    }
}

extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256];
    if (blockIdx.x % 2 == 1) {
        int time;
#pragma unroll 1
        for (int k = 0; k < 60; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(time));
        return;
    }
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        copy[k] = table[k];
    __syncthreads();
    translate_block(in, out, each, blockIdx.x, copy);
    if (blockIdx.x + 1 < gridDim.x)
        translate_block(in, out, each, blockIdx.x + 1, copy);
}
