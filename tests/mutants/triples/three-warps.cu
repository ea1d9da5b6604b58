// verdict: missed - three warps do the work of four
extern "C" __global__ void triples(const float *in, float *out) {
    __shared__ float words[384];
    int t = threadIdx.x;
    int junk = 0;
    if (t >= 96)
        for (int k = 0; k < 90; k++) asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    else
        for (int k = t; k < 384; k += 96) words[k] = in[blockIdx.x * 384 + k];
    __syncthreads();
    if (t >= 96) return;
    for (int i = t; i < 128; i += 96) out[blockIdx.x * 128 + i] = words[3 * i] * words[3 * i + 1] + words[3 * i + 2];
}
