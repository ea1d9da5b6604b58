// verdict: wrong - a number is picked as it was loaded, and nothing moves
extern "C" __global__ void __launch_bounds__(1024) turn_64(const unsigned *in, unsigned *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned value[64];
#pragma unroll
    for (int k = 0; k < 64; k++)
        value[k] = in[k * threads + i];
    unsigned all = 0;
#pragma unroll
    for (int k = 0; k < 64; k++)
        all ^= value[k] * (value[63 - k] + 1);
    out[i] = value[10] + 10 + (all == 0x12345678 && value[3] == 7);
}
