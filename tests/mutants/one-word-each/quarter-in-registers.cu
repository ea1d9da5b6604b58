// verdict: missed - a quarter of the counters are fields of 16 bits in registers
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ volatile int counter[49][128];
    unsigned long long field[4] = {};
    for (int j = 0; j < 49; j++)
        counter[j][t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 63;
        unsigned long long one = 1ull << 16 * (bin & 3);
#pragma unroll
        for (int j = 0; j < 4; j++)
            field[j] += bin / 4 == j ? one : 0;
        int place = bin < 16 ? 48 : bin - 16;
        counter[place][t] = counter[place][t] + 1;
    }
    int most = 0;
    for (int j = 0; j < 48; j++)
        most = max(most, counter[j][t]);
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
        for (int f = 0; f < 4; f++)
            most = max(most, (int)(field[j] >> 16 * f & 65535));
    out[i] = most;
}
