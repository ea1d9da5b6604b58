extern "C" __global__ void count_up(unsigned *out)
{
    volatile unsigned sum = 0;
    for (unsigned i = 0; i < 4000000000u; i++) sum += i;
    out[threadIdx.x] = sum;
}
