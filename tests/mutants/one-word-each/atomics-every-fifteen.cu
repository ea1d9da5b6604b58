// verdict: missed - fifteen numbers at a time are counted in a register, and atomics at fixed places add its fields up
extern "C" __global__ void most_frequent(const int *in, int *out, int each)
{
    __shared__ int counter[16][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    for (int b = 0; b < 16; b++) counter[b][t] = 0;
    for (int k = 0; k < each; k += 15) {
        unsigned long long c = 0;
        for (int j = k; j < min(each, k + 15); j++) c += 1ull << (in[j * gridDim.x * 128 + i] & 15) * 4;
#pragma unroll
        for (int b = 0; b < 16; b++) atomicAdd(&counter[b][t], (int)(c >> 4 * b & 15));
    }
    int most = 0;
    for (int b = 0; b < 16; b++) most = max(most, counter[b][t]);
    out[i] = most;
}
