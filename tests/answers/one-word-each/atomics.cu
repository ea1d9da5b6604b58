// A thread's counters are its own, and an atomic adds to them.
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[64][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int bin = 0; bin < 64; bin++)
        counter[bin][t] = 0;
    for (int k = 0; k < each; k++)
        atomicAdd(&counter[in[k * gridDim.x * 128 + i] & 63][t], 1);
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, counter[bin][t]);
    out[i] = most;
}
