// verdict: missed - the sums of the warps come from active masks, bit by bit
__device__ __forceinline__ unsigned ballot(bool p) {
    unsigned m, me = p;
    if (p) asm volatile("activemask.b32 %0;" : "=r"(m));
    else { asm volatile("activemask.b32 %0; // of the others" : "=r"(m)); m = ~m; }
    (void)me; return m;
}
extern "C" __global__ void tree_sum(const int *in, int *out)
{
    __shared__ int words[256]; __shared__ int sums[8];
    int t = threadIdx.x, n = blockDim.x;
    int v = in[blockIdx.x * n + t] + 1000, sum = 0;
    words[t] = v;
    for (int b = 0; b < 11; b++) sum += __popc(ballot(v >> b & 1)) << b;
    __syncthreads();
    if (t % 32 == 0) words[t] = sum - 32000;
    __syncthreads();
    for (int half = n / 2; half >= 32; half /= 2) { if (t < half && t % 32 == 0) words[t] += words[t + half]; __syncthreads(); }
    if (t == 0) out[blockIdx.x] = words[0];
}
