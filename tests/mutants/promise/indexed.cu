// verdict: missed - few registers, for all numbers lie in local memory

extern "C" __global__ void turn_64(const unsigned *in, unsigned *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned value[64];
#pragma unroll 1
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        unsigned mixed = (value[round % 64] + round) ^ 5 * (value[(round + 63) % 64] + round);
        value[round % 64] = mixed - (round + 1);
    }
    out[i] = value[(rounds + 63) % 64] + rounds;
}
