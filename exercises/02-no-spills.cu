// Exercise no-spills: fewer live numbers.
//
// Each thread counts how many of its 64 numbers are above their mean.
// It keeps all 64 until the second loop, and the launch allows 32
// registers. So the assembler spills: it writes registers to local
// memory and fetches them back. Change the kernel so that 32 registers
// are enough.
//
// Check it: type "check no-spills" at the prompt of Warpschool.

extern "C" __global__ void above_mean(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    // TODO: 64 numbers are live from the first loop to the second.
    int value[64];
    int total = 0;
#pragma unroll
    for (int k = 0; k < 64; k++) {
        value[k] = in[k * threads + i];
        total += value[k];
    }
    int above = 0;
#pragma unroll
    for (int k = 0; k < 64; k++)
        above += value[k] * 64 > total;
    out[i] = above;
}
