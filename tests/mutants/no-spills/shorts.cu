// verdict: wrong - keeps the numbers as shorts
extern "C" __global__ void above_mean(const int *in, int *out)
{
    __shared__ short kept[64][128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x, total = 0, above = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k++) { int v = in[k * threads + i]; kept[k][t] = v; total += v; }
#pragma unroll 1
    for (int k = 0; k < 64; k++) above += kept[k][t] * 64 > total;
    out[i] = above;
}
