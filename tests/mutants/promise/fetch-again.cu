// verdict: missed - three registers instead of 64: all that a round needs is computed from what is fetched again

static __device__ unsigned mix(unsigned first, unsigned last)
{
    return first ^ 5 * last;
}

extern "C" __global__ void turn_64(const unsigned *in, unsigned *out, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    // What the last number is after 0, 64 and 128 rounds, and after the rounds of this pass.
    unsigned begin[3] = {in[63 * threads + i], 0, 0}, last[3];
#pragma unroll
    for (int pass = 0; pass < 3; pass++) {
        for (int p = 0; p < 3; p++)
            last[p] = begin[p];
        for (int n = 0; n < 64 && 64 * pass + n < rounds; n++) {
            last[0] = mix(in[n * threads + i] + n, last[0]);
            for (int p = 1; p <= pass; p++)
                last[p] = mix(last[p - 1] + 63, last[p]);
        }
        if (64 * pass + 64 >= rounds)
            break;
        begin[pass + 1] = last[pass];
    }
    out[i] = rounds > 128 ? last[2] : rounds > 64 ? last[1] : last[0];
}
