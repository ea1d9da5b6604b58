// Exercise promise: one solution.
//
// The assembler does not know how large the blocks will be. Told that
// they have up to 1024 threads, it keeps to 64 registers for each, and
// spills the few values that find no room.

extern "C" __global__ void __launch_bounds__(1024)
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
