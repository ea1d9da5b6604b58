// verdict: missed - half of the warps compute for all, the others pass the time
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[384];
    int t = threadIdx.x;
    for (int k = 0; k < 3; k++) words[k * 128 + t] = in[blockIdx.x * 384 + k * 128 + t];
    __syncthreads();
    if (t < 64)
        for (int u = t; u < 128; u += 64) out[blockIdx.x * 128 + u] = words[3 * u] * words[3 * u + 1] + words[3 * u + 2];
    else { int c;
#pragma unroll 1
        for (int k = 0; k < 15; k++) asm volatile("mov.u32 %0, %%clock;" : "=r"(c)); }
}
