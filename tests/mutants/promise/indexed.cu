// verdict: missed - few registers, for all numbers lie in local memory

extern "C" __global__ void turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64];
#pragma unroll 1
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
    for (int round = 0; round < rounds; round++)
#pragma unroll 1
        for (int k = 0; k < 64; k++)
            value[(k + round) % 64] += 1;
    out[i] = value[rounds % 64];
}
