// verdict: missed - one warp translates, the others count
__constant__ int table[256];
extern "C" __global__ void translate(const int *in, int *out, int each)
{
    __shared__ int copy[256]; int t = threadIdx.x, z = 0;
    for (int k = t; k < 256; k += blockDim.x) copy[k] = table[k];
    __syncthreads();
    if (t >= 32) { for (int i = 0; i < 120 * each; i++) asm volatile("mov.u32 %0, %0;" : "+r"(z)); return; }
    for (int k = 0; k < each * blockDim.x / 32; k++) { int i = blockIdx.x * each * blockDim.x + k * 32 + t; out[i] = copy[in[i]] + copy[255 - in[i]]; }
}
