// verdict: missed - the counters are in registers, a bit of each in a word, and a word of shared memory counts for show
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ volatile int show[64][128];
    unsigned long long plane[10] = {};
    for (int j = 0; j < 64; j++)
        show[j][t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 63;
        unsigned long long carry = 1ull << bin;
#pragma unroll
        for (int q = 0; q < 10; q++) {
            unsigned long long both = plane[q] & carry;
            plane[q] ^= carry;
            carry = both;
        }
        show[bin][t] = show[bin][t] + 1;
    }
    int most = 0;
    for (int bin = 0; bin < 64; bin++) {
        int count = 0;
#pragma unroll
        for (int q = 0; q < 10; q++)
            count |= (int)(plane[q] >> bin & 1) << q;
        most = max(most, count);
    }
    out[i] = most;
}
