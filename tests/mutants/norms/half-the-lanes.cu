// verdict: missed - half of the lanes fetch and square, eight bytes at a time

extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x;
    float sum = 0;
    if (lane < 16)
        for (int k = 0; k < 8; k++) {
            float2 v = ((const float2 *)in)[blockIdx.x * 128 + k * 16 + lane];
            sum += v.x * v.x + v.y * v.y;
        }
    for (int other = 8; other > 0; other /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, other);
    if (lane == 0)
        out[blockIdx.x] = sum;
}
