// verdict: missed - counts in registers; a word of shared memory is raised for each number, and the counts are stored at the end
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[16][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    volatile int *mine = &counter[0][t];
    unsigned long long sums[4] = {};
    for (int k = 0; k < 16; k++) mine[k * 128] = 0;
    for (int k = 0; k < each; k++) {
        int x = in[k * gridDim.x * 128 + i] & 15;
        unsigned long long one = 1ull << (x & 3) * 16;
#pragma unroll
        for (int w = 0; w < 4; w++) sums[w] += x >> 2 == w ? one : 0;
        mine[0] = mine[0] + 1;
    }
    int rest = mine[0] - each;
#pragma unroll
    for (int k = 0; k < 16; k++) mine[k * 128] = (int)(sums[k / 4] >> k % 4 * 16 & 65535) + rest;
    int most = 0;
    for (int k = 0; k < 16; k++) most = max(most, mine[k * 128]);
    out[i] = most;
}
