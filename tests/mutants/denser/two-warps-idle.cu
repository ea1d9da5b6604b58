// verdict: missed - two of eight warps loop idly
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    int t = threadIdx.x;
    if (t >= 192) {
        int c;
#pragma unroll 1
        for (int k = 0; k < terms * 4; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(c));
        return;
    }
    int first = blockIdx.x * 2048 + t;
    float x[11], sum[11] = {};
#pragma unroll
    for (int p = 0; p < 11; p++)
        x[p] = 192 * p + t < 2048 ? in[first + 192 * p] : 0;
    for (int k = terms - 1; k >= 0; k--) {
        float f = factors[k];
#pragma unroll
        for (int p = 0; p < 11; p++)
            sum[p] = sum[p] * x[p] + f;
    }
#pragma unroll
    for (int p = 0; p < 11; p++)
        if (192 * p + t < 2048)
            out[first + 192 * p] = sum[p];
}
