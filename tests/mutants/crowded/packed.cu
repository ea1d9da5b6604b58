// verdict: wrong - three numbers of 21 bits in 64 bits: wrong for larger numbers
extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    unsigned long long kept[32];
    unsigned largest = 0;
#pragma unroll
    for (int g = 0; g < 32; g++) {
        kept[g] = 0;
#pragma unroll
        for (int j = 0; j < 3; j++) {
            unsigned v = in[(3 * g + j) * threads + i];
            largest = max(largest, v);
            kept[g] |= (unsigned long long)v << 21 * j;
        }
    }
    unsigned sum = 0;
#pragma unroll
    for (int g = 0; g < 32; g++)
#pragma unroll
        for (int j = 0; j < 3; j++)
            sum += largest % (unsigned)(kept[g] >> 21 * j & 0x1fffff | 1) * (3 * g + j + 1);
    out[i] = sum;
}
