// verdict: missed - a thread's counters lie side by side: lanes meet

extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    __shared__ int counter[128][64];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;
    for (int bin = 0; bin < 64; bin++)
        counter[t][bin] = 0;
    for (int k = 0; k < each; k++)
        counter[t][in[k * threads + i] & 63] += 1;
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, counter[t][bin]);
    out[i] = most;
}
