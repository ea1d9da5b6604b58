// Ascending powers, two factors at a time as float2.

extern "C" __global__ void evaluate(const float *factors, const float *in, float *out, int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    float x[8], power[8], sum[8];
#pragma unroll
    for (int p = 0; p < 8; p++) {
        x[p] = in[first + 256 * p];
        power[p] = 1;
        sum[p] = 0;
    }
    int k = 0;
    for (; k + 1 < terms; k += 2) {
        float2 f = *(const float2 *)(factors + k);
#pragma unroll
        for (int p = 0; p < 8; p++) {
            sum[p] += power[p] * (f.x + x[p] * f.y);
            power[p] *= x[p] * x[p];
        }
    }
    if (k < terms) {
        float f = factors[k];
#pragma unroll
        for (int p = 0; p < 8; p++)
            sum[p] += power[p] * f;
    }
#pragma unroll
    for (int p = 0; p < 8; p++)
        out[first + 256 * p] = sum[p];
}
