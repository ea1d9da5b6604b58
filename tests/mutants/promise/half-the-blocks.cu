// verdict: missed - every second block does the work of two, and the others pass the time
__device__ __forceinline__ void turn(const int *in, int *out, int rounds, int block)
{
    int i = block * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
        int first = value[0];
#pragma unroll
        for (int k = 0; k < 63; k++)
            value[k] = value[k + 1] + 1;
        value[63] = first + 1;
    }
    out[i] = value[0];
}

extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    if (blockIdx.x % 2 == 1) {
        int time;
#pragma unroll 1
        for (int k = 0; k < 70 * rounds; k++)
            asm volatile("mov.u32 %0, %%clock;" : "=r"(time));
        return;
    }
#pragma unroll 1
    for (int block = blockIdx.x; block < gridDim.x && block < blockIdx.x + 2; block++)
        turn(in, out, rounds, block);
}
