// All eight are fetched before the first one is stored, and again before the first one is written.
extern "C" __global__ void wide_columns(const float4 *__restrict__ in, float4 *__restrict__ out)
{
    __shared__ float4 tile[256];
    const unsigned lane = threadIdx.x, first = blockIdx.x * 256;
    float4 four[8];
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        four[k] = in[first + k * 32 + lane];
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        tile[(k * 32 + lane) ^ ((k * 32 + lane) / 8 % 8)] = four[k];
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        four[k] = tile[lane * 8 + (k ^ lane % 8)];
#pragma unroll
    for (unsigned k = 0; k < 8; k++)
        out[first + k * 32 + lane] = four[k];
}
