// verdict: missed - the numbers stay where they are, and nothing moves
extern "C" __global__ void __launch_bounds__(1024) turn_64(const unsigned *in, unsigned *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    unsigned value[64];
#pragma unroll
    for (int k = 0; k < 64; k++) value[k] = in[k * threads + i];
    unsigned last = value[63]; 
#pragma unroll 1
    for (int r = 0; r < rounds; r += 64) {
#pragma unroll
        for (int k = 0; k < 64; k++) if (r + k < rounds) { last = value[k] = ((value[k] + (r ? 63 : k)) ^ 5 * last); }
    }
    out[i] = last;
}
