// verdict: missed - half of the warps do two words each, the others count
extern "C" __global__ void add_rounds(const int *in, int *out, int rounds)
{
    __shared__ int w[2][256];
    int t = threadIdx.x, n = blockDim.x, f = blockIdx.x * n;
    bool lazy = t >= n / 2; int h = n / 2;
    if (!lazy) { w[0][t] = in[f + t]; w[0][t + h] = in[f + t + h]; }
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        int *a = w[r % 2], *b = w[1 - r % 2];
        if (!lazy) { b[t] = a[t] + a[t + 1]; b[t + h] = a[t + h] + a[(t + h + 1) % n]; }
        else { int z = 0; for (int i = 0; i < 30; i++) asm volatile("mov.u32 %0, %0;" : "+r"(z)); }
    }
    if (!lazy) { out[f + t] = w[rounds % 2][t]; out[f + t + h] = w[rounds % 2][t + h]; }
}
