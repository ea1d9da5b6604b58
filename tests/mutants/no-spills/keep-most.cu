// verdict: missed - 48 numbers are kept, still more than 32 registers

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    int value[48];
    int total = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) {
        value[k] = in[k * threads + i];
        total += value[k];
    }
    for (int k = 48; k < 64; k++)
        total += in[k * threads + i];
    int above = 0;
#pragma unroll
    for (int k = 0; k < 48; k++)
        above += value[k] * 64 > total;
    for (int k = 48; k < 64; k++)
        above += in[k * threads + i] * 64 > total;
    out[i] = above;
}
