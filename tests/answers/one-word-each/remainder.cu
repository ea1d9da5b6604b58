// The remainder of a number that may be negative is worked out with %.
extern "C" __global__ void most_frequent(const int *in, int *out,
                                         int each)
{
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    int threads = gridDim.x * blockDim.x;

    __shared__ unsigned counter[64][128];
    for (int b = 63; b >= 0; --b) counter[b ^ (t / 32)][t] = 0;
    for (int k = 0; k < each; ++k) {
        int v = in[k * threads + i];
        unsigned bin = ((v % 64) + 64) % 64;
        counter[bin ^ (t / 32)][t] += 1;
    }
    unsigned most = 0;
    for (int b = 0; b < 64; b += 2) most = max(most, max(counter[b][t], counter[b + 1][t]));
    out[i] = most;
}
