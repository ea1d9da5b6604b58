// verdict: missed - the numbers go through shared memory, and the counters are in registers
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int words[16][128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    int count[16] = {};
    unsigned long long low = 0, high = 0;
    for (int from = 0; from < each; from += 128) {
        for (int k = from; k < min(each, from + 128); k++) {
            int x = in[k * threads + i];
            volatile int *w = &words[k % 16][t];
            *w = x;
            x = *w & 15;
            unsigned long long one = 1ull << x % 8 * 8;
            if (x & 8) high += one; else low += one;
        }
#pragma unroll
        for (int b = 0; b < 8; b++) {
            count[b] += low >> 8 * b & 255;
            count[b + 8] += high >> 8 * b & 255;
        }
        low = high = 0;
    }
    int most = 0;
#pragma unroll
    for (int b = 0; b < 16; b++) most = max(most, count[b]);
    out[i] = most;
}
