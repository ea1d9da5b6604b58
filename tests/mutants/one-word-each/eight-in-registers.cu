// verdict: missed - eight of the sixteen counters are kept in registers, and stored at the end
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[16][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    volatile int *mine = &counter[0][t];
    unsigned long long low = 0, high = 0;
    for (int b = 0; b < 8; b++) mine[b * 128] = 0;
    for (int k = 0; k < each; k++) {
        int x = in[k * gridDim.x * 128 + i] & 15;
        unsigned long long one = (unsigned long long)(x >> 3) << (x & 3) * 16;
        mine[(x & 7) * 128] += x < 8;
        low += x & 4 ? 0 : one;
        high += x & 4 ? one : 0;
    }
    for (int b = 0; b < 4; b++) {
        mine[(8 + b) * 128] = low >> b * 16 & 65535;
        mine[(12 + b) * 128] = high >> b * 16 & 65535;
    }
    int most = 0;
    for (int b = 0; b < 16; b++) most = max(most, mine[b * 128]);
    out[i] = most;
}
