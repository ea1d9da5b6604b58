// Exercise promise: a block that does not fit.
//
// Each thread has 64 numbers in registers and moves them round. The
// launch wants 1024 threads in a block. There are not enough registers
// for that, and the launch is refused. Tell the assembler what it has
// to know, and no more.
//
// Check it: type "check promise" at the prompt of Warpschool.

// TODO: nothing here says how large a block will be.
extern "C" __global__ void turn_64(const unsigned *in, unsigned *out,
                                   int rounds)
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
