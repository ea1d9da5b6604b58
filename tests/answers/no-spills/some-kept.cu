// Twelve numbers stay in registers, and the others are read again.

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int total = 0, first[12];
#pragma unroll
    for (int k = 0; k < 12; k++)
        total += first[k] = in[k * threads + i];
    for (int k = 12; k < 64; k++)
        total += in[k * threads + i];

    int above = 0;
#pragma unroll
    for (int k = 0; k < 12; k++)
        above += first[k] * 64 > total;
    for (int k = 12; k < 64; k++)
        above += in[k * threads + i] * 64 > total;
    out[i] = above;
}
