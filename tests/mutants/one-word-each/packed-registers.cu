// verdict: missed - counts in registers, 16 bits a counter; each number passes a word of shared memory
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    __shared__ volatile int word[64][128];
    unsigned long long field[16] = {};
    for (int j = 0; j < 64; j++)
        word[j][t] = 0;
    for (int k = 0; k < each; k++) {
        word[k & 63][t] = in[k * threads + i] & 63;
        int bin = word[k & 63][t];
        unsigned long long one = 1ull << 16 * (bin & 3);
#pragma unroll
        for (int j = 0; j < 16; j++)
            field[j] += bin / 4 == j ? one : 0;
    }
    int most = 0;
#pragma unroll
    for (int j = 0; j < 16; j++)
#pragma unroll
        for (int f = 0; f < 4; f++)
            most = max(most, (int)(field[j] >> 16 * f & 65535));
    out[i] = most;
}
