// verdict: missed - four of eight warps do all with 16 places each, the others count

extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    int t = threadIdx.x, first = blockIdx.x * 2048 + t;
    if (t < 128) {
        float x[16], sum[16] = {};
#pragma unroll
        for (int p = 0; p < 16; p++)
            x[p] = in[first + 128 * p];
        for (int k = terms - 1; k >= 0; k--) {
            float f = factors[k];
#pragma unroll
            for (int p = 0; p < 16; p++)
                sum[p] = sum[p] * x[p] + f;
        }
#pragma unroll
        for (int p = 0; p < 16; p++)
            out[first + 128 * p] = sum[p];
    } else
        for (int i = 0; i < 6 * terms; i++)
            asm volatile("mov.u32 %0, %0;" : "+r"(first));
}
