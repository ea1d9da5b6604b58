// verdict: missed - the taps are kept in registers, and each lane selects the one that it wants
__constant__ float taps[16];
extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    float sum = 0;
    float t[16];
#pragma unroll
    for (int k = 0; k < 16; k++) t[k] = taps[k];
    for (int j = 0; j < 16; j++) {
        int k = (j + lane) % 16; float tap = 0;
#pragma unroll
        for (int q = 0; q < 16; q++) tap = q == k ? t[q] : tap;
        sum += tap * in[i + k];
    }
    out[i] = sum;
}
