// Eight of the numbers stay in registers, the others are read again.
extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    int kept[8], total = 0, above = 0;
#pragma unroll
    for (int k = 0; k < 8; k++)
        total += kept[k] = in[k * threads + i];
#pragma unroll 4
    for (int k = 8; k < 64; k++)
        total += in[k * threads + i];
#pragma unroll
    for (int k = 0; k < 8; k++)
        above += kept[k] * 64 > total;
#pragma unroll 4
    for (int k = 8; k < 64; k++)
        above += in[k * threads + i] * 64 > total;
    out[i] = above;
}
