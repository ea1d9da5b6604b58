// verdict: missed - counters of a byte: wrong from 256 numbers in one counter on
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ unsigned counter[16][128];
    for (int j = 0; j < 16; j++)
        counter[j][t] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * threads + i] & 63;
        counter[bin / 4][t] += 1u << bin % 4 * 8;
    }
    int most = 0;
    for (int bin = 0; bin < 64; bin++)
        most = max(most, (int)(counter[bin / 4][t] >> bin % 4 * 8 & 255));
    out[i] = most;
}
