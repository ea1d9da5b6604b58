// verdict: missed - 32 lanes add eight words each, then a tree of 32; the other warps count to sixty
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256]; __shared__ int junk[256];
    int t = threadIdx.x, n = blockDim.x, s = 0;
    words[t] = in[blockIdx.x * n + t];
    __syncthreads();
    if (t < 32) for (int k = t + 32; k < n; k += 32) words[t] += words[k];
    else {
        for (int k = 0; k < 1; k++) ((volatile int *)junk)[t] = k;
#pragma unroll 1
        for (int k = 0; k < 60; k++) asm volatile("add.s32 %0, %0, 3;" : "+r"(s));
    }
    for (int half = 16; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) words[t] += words[t + half];
    }
    if (t == 0) out[blockIdx.x] = words[0];
}
