// verdict: wrong - takes all numbers for thousands, and moves them without what is below

extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned long long value[32];
#pragma unroll
    for (int k = 0; k < 32; k++)
        value[k] = (unsigned)(in[2 * k * threads + i] / 1000)
                   | (unsigned long long)(in[(2 * k + 1) * threads + i] / 1000) << 32;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned long long first = value[0];
#pragma unroll
        for (int k = 0; k < 31; k++)
            value[k] = value[k] >> 32 | value[k + 1] << 32;
        value[31] = value[31] >> 32 | first << 32;
    }
    out[i] = (int)value[0] * 1000 + rounds;
}
