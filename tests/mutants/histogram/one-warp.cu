// verdict: missed - warp 0 counts alone and needs no barrier, the others count to a hundred

extern "C" __global__ void histogram(const int *in, int *out)
{
    __shared__ int bins[16];
    int t = threadIdx.x;
    if (t < 32) {
        if (t < 16)
            bins[t] = 0;
        __syncwarp();
        for (int i = t; i < blockDim.x; i += 32)
            atomicAdd(&bins[in[blockIdx.x * blockDim.x + i] & 15], 1);
        __syncwarp();
        if (t < 16)
            out[blockIdx.x * 16 + t] = bins[t];
    } else {
        for (int i = 0; i < 60; i++)
            asm volatile("mov.u32 %0, %0;" : "+r"(t));
    }
}
