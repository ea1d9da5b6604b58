// 96 of the 128 threads fetch 16 bytes each.
extern "C" __global__ void triples(const float4 *in, float *out)
{
    __shared__ float4 fours[96];
    int t = threadIdx.x;
    if (t < 96)
        fours[t] = in[blockIdx.x * 96 + t];
    __syncthreads();
    const float *words = (const float *)fours;
    float x = words[3 * t], y = words[3 * t + 1], z = words[3 * t + 2];
    out[blockIdx.x * 128 + t] = x * y + z;
}
