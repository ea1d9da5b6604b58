// verdict: missed - the counters are bytes in registers, and a word of shared memory counts for show
extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;

    __shared__ volatile int show[128];
    unsigned long long low = 0, high = 0;
    show[t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 15;
        unsigned long long one = 1ull << bin % 8 * 8;
        if (bin < 8) low += one; else high += one;
        show[t] = show[t] + 1;
    }
    int most = 0;
#pragma unroll
    for (int bin = 0; bin < 8; bin++)
        most = max(most, max((int)(low >> 8 * bin & 255), (int)(high >> 8 * bin & 255)));
    out[i] = most;
}
