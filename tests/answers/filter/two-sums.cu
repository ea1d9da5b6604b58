// Two sums, from both ends.
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = 0, b = 0;
#pragma unroll 4
    for (int k = 0; k < 8; ++k) { a += taps[k] * in[i + k]; b += taps[15 - k] * in[i + 15 - k]; }
    out[i] = a + b;
}
