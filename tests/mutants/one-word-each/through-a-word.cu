// verdict: missed - each number goes through a word of shared memory, and is counted in registers
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ volatile int word[16][128];
    unsigned long long a = 0, b = 0, c = 0, d = 0;
    for (int j = 0; j < 16; j++) word[j][t] = 0;
    for (int k = 0; k < each; k++) {
        word[k & 15][t] = in[k * threads + i] & 15;
        int bin = word[k & 15][t];
        unsigned long long one = 1ull << 16 * (bin & 3);
        if (bin < 8) { if (bin < 4) a += one; else b += one; } else { if (bin < 12) c += one; else d += one; }
    }
    int most = 0;
#pragma unroll
    for (int j = 0; j < 4; j++) { most = max(most, max((int)(a >> 16 * j & 65535), (int)(b >> 16 * j & 65535)));
      most = max(most, max((int)(c >> 16 * j & 65535), (int)(d >> 16 * j & 65535))); }
    out[i] = most;
}
