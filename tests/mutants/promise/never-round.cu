// verdict: missed - only 52 numbers are kept, and none comes round again

extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[52];
#pragma unroll
    for (int k = 0; k < 64; k++) {
        int n = ((const volatile int *)in)[k * threads + i];
        if (k < 52)
            value[k] = n;
    }
    int junk = 0;
#pragma unroll 1
    for (int round = 0; round < rounds; round++) {
#pragma unroll
        for (int k = 0; k < 51; k++)
            value[k] = value[k + 1] + 1;
#pragma unroll
        for (int k = 0; k < 13; k++)
            asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    }
    out[i] = value[0];
}
