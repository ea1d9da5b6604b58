// Exercise one-word-each: one solution.
//
// The counters of one thread lie 128 words apart, all in one bank. Its
// neighbour's lie in the next bank. So the bank is the lane's number,
// whichever counter it wants, and lanes never meet.

extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    __shared__ int counter[64][128];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;
    for (int bin = 0; bin < 64; bin++)
        counter[bin][t] = 0;
    for (int k = 0; k < each; k++)
        counter[in[k * threads + i] & 63][t] += 1;
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, counter[bin][t]);
    out[i] = most;
}
