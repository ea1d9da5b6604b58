// verdict: missed - every second number is counted in registers
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[16][128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = gridDim.x * blockDim.x;
    for (int b = 0; b < 16; b++) counter[b][t] = 0;
    unsigned long long low = 0, high = 0;
    int count[16] = {};
    for (int from = 0; from < each; from += 256) {
        for (int k = from; k < min(each, from + 256); k += 2) {
            counter[in[k * threads + i] & 15][t]++;
            if (k + 1 < each) {
                int x = in[(k + 1) * threads + i] & 15;
                unsigned long long one = 1ull << x % 8 * 8;
                if (x & 8) high += one; else low += one;
            }
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
    for (int b = 0; b < 16; b++) most = max(most, counter[b][t] + count[b]);
    out[i] = most;
}
