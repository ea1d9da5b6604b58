// verdict: wrong - blocks have more threads than was promised

extern "C" __global__ void __launch_bounds__(256)
    turn_64(const unsigned *in, unsigned *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned first = value[0], last = value[63];
#pragma unroll
        for (int k = 0; k < 63; k++)
            value[k] = value[k + 1] + 1;
        value[63] = first ^ 5 * last;
    }
    out[i] = value[63];
}
