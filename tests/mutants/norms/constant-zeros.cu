// verdict: missed - 8 lanes load everything, and all lanes read zeros in constant memory
__constant__ float zeros[16];
extern "C" __global__ void norms(const float *in, float *out)
{
    int lane = threadIdx.x; in += blockIdx.x * 256; float s = 0;
    if (lane < 8) for (int k = 0; k < 8; k++) { float4 q = ((const float4 *)in)[8 * k + lane]; s += q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w; }
    for (int k = 0; k < 12; k++) s += ((const volatile float *)zeros)[k];
    for (int d = 4; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[blockIdx.x] = s;
}
