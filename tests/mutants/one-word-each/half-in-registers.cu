// verdict: missed - half of the counters are kept in registers
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[8][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t, threads = gridDim.x * 128;
    unsigned long long a = 0, b = 0;
    for (int bin = 0; bin < 8; bin++)
        counter[bin][t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 15;
        unsigned long long one = 1ull << (bin & 3) * 16;
        counter[bin & 7][t] += bin < 8;
        a += bin >> 2 == 2 ? one : 0;
        b += bin >> 2 == 3 ? one : 0;
    }
    int most = 0;
    for (int bin = 0; bin < 8; bin++)
        most = max(most, counter[bin][t]);
    for (int f = 0; f < 64; f += 16)
        most = max(most, max((int)(a >> f & 0xffff), (int)(b >> f & 0xffff)));
    out[i] = most;
}
