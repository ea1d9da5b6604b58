// verdict: missed - nothing moves: each number is raised in its place, and the right one is chosen at the end
extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = ((const volatile int *)in)[k * threads + i];
    int which = rounds % 64;
#pragma unroll
    for (int k = 18; k < 32; k++)
        value[k] = which & 32 ? value[k + 32] : value[k];
    int raise = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int k = 0; k < 50; k++)
            asm volatile("add.s32 %0, %0, 1;" : "+r"(value[k]));
        int d = raise;
#pragma unroll
        for (int k = 0; k < 14; k++)
            asm volatile("add.s32 %0, %0, 1;" : "+r"(d));
    }
#pragma unroll
    for (int k = 0; k < 18; k++)
        value[k] = which & 32 ? value[k + 32] : value[k];
#pragma unroll
    for (int k = 0; k < 16; k++)
        value[k] = which & 16 ? value[k + 16] : value[k];
#pragma unroll
    for (int k = 0; k < 8; k++)
        value[k] = which & 8 ? value[k + 8] : value[k];
#pragma unroll
    for (int k = 0; k < 4; k++)
        value[k] = which & 4 ? value[k + 4] : value[k];
#pragma unroll
    for (int k = 0; k < 2; k++)
        value[k] = which & 2 ? value[k + 2] : value[k];
#pragma unroll
    for (int k = 0; k < 1; k++)
        value[k] = which & 1 ? value[k + 1] : value[k];
    out[i] = value[0];
}
