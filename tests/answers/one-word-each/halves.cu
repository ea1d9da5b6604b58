// Two counters of 16 bits in a word: 32 words for each thread.
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ unsigned counter[32 * 128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    unsigned *mine = counter + t;
    for (int w = 0; w < 32; w++)
        mine[w * 128] = 0;
    for (int k = 0; k < each; k++) {
        int bin = in[k * gridDim.x * 128 + i] & 63;
        mine[bin / 2 * 128] += bin % 2 ? 0x10000u : 1u;
    }
    unsigned most = 0;
    for (int w = 0; w < 32; w++)
        most = max(most, max(mine[w * 128] >> 16, mine[w * 128] & 0xffff));
    out[i] = most;
}
