// verdict: wrong - only 20 bits of each number are kept
extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    unsigned low[48], high[12] = {};
    unsigned largest = 0;
#pragma unroll
    for (int k = 0; k < 96; k++) {
        unsigned v = in[k * threads + i];
        largest = max(largest, v);
        low[k / 2] = k % 2 ? low[k / 2] | (unsigned)v << 16 : v & 0xffff;
        high[k / 8] |= (unsigned)(v >> 16 & 15) << k % 8 * 4;
    }
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++)
        sum += largest % ((low[k / 2] >> k % 2 * 16 & 0xffff) | (high[k / 8] >> k % 8 * 4 & 15) << 16 | 1) * (k + 1);
    out[i] = sum;
}
