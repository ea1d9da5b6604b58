// verdict: missed - kept in shared memory, but the compiler sees through it and keeps them in registers

extern "C" __global__ void above_mean(const int *in, int *out)
{
    __shared__ int kept[64][128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x, total = 0, above = 0;
#pragma unroll
    for (int k = 0; k < 64; k++) {
        kept[k][t] = in[k * threads + i];
        total += kept[k][t];
    }
#pragma unroll
    for (int k = 0; k < 64; k++)
        above += kept[k][t] * 64 > total;
    out[i] = above;
}
