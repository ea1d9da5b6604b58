// A thread has twice four neighbouring places, 1024 apart.
extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    const int i = blockIdx.x * 512 + threadIdx.x;
    union Eight {
        float4 four[2];
        float one[8];
    } x, sum;
    x.four[0] = ((const float4 *)in)[i];
    x.four[1] = ((const float4 *)in)[i + 256];
#pragma unroll
    for (int k = 0; k < 8; k++)
        sum.one[k] = 0;
    for (int k = terms; k-- > 0;) {
        float f = __ldg(factors + k);
#pragma unroll
        for (int p = 0; p < 8; p++)
            sum.one[p] = fmaf(sum.one[p], x.one[p], f);
    }
    ((float4 *)out)[i] = sum.four[0];
    ((float4 *)out)[i + 256] = sum.four[1];
}
