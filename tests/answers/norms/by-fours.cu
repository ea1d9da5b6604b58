// Two loads of 16 bytes a lane.
__device__ float squares(float4 v)
{
    return v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

extern "C" __global__ void norms(const float4 *in, float *out)
{
    const float4 *mine = in + 64 * blockIdx.x + threadIdx.x;
    float sum = squares(mine[0]) + squares(mine[32]);
    for (int other = 1; other < 32; other *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, other);
    if (threadIdx.x == 31)
        out[blockIdx.x] = sum;
}
