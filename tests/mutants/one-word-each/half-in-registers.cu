// verdict: wrong - eight of the counters are bytes in a register
extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;

    __shared__ volatile int counter[9][128];
    unsigned long long low = 0;
    for (int j = 0; j < 9; j++) counter[j][t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 15;
        if (bin < 8) low += 1ull << 8 * bin;
        int place = bin < 8 ? 8 : bin - 8;
        counter[place][t] = counter[place][t] + 1;
    }
    int most = 0;
    for (int j = 0; j < 8; j++) most = max(most, max((int)counter[j][t], (int)(low >> 8 * j & 255)));
    out[i] = most;
}
