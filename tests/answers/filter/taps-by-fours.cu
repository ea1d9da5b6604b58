// Four taps in one read of constant memory.
__constant__ float4 taps[4];

extern "C" __global__ void filter(const float *in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = in + i;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        float4 tap = taps[j];
        sum += tap.x * from[4 * j];
        sum += tap.y * from[4 * j + 1];
        sum += tap.z * from[4 * j + 2];
        sum += tap.w * from[4 * j + 3];
    }
    out[i] = sum;
}
