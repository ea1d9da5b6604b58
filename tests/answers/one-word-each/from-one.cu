// the counters begin with 1, which is taken off at the end
extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    __shared__ int counter[16][128];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;
    for (int bin = 0; bin < 16; bin++)
        counter[bin][t] = 1;
    for (int k = 0; k < each; k++)
        counter[in[k * threads + i] & 15][t] += 1;
    int most = 0;
    for (int bin = 0; bin < 16; bin++)
        most = max(most, counter[bin][t]);
    out[i] = most - 1;
}
