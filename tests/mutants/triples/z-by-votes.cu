// verdict: missed - z goes from thread to thread bit by bit, by votes of the block, and what is read decides whether it is added
extern "C" __global__ void triples(const float *in, float *out)
{
    __shared__ float words[384];
    int t = threadIdx.x;
    float w[3];
    for (int k = 0; k < 3; k++)
        words[k * 128 + t] = w[k] = in[blockIdx.x * 384 + k * 128 + t];
    __syncthreads();
    volatile float *v = words;
    float x = v[3 * t], y = v[3 * t + 1], again = v[3 * t + 1];
    unsigned z = 0;
#pragma unroll
    for (int k = 0; k < 3; k++)
        for (int s = 0; s < 128; s++)
            if ((k * 128 + s) % 3 == 2)
                for (int b = 0; b < 32; b++) {
                    unsigned bit = __syncthreads_or(t == s && __float_as_uint(w[k]) >> b & 1) != 0;
                    if ((k * 128 + s) / 3 == t)
                        z |= bit << b;
                }
    bool believed = __float_as_uint(again) == __float_as_uint(y) && __float_as_uint(x) != __float_as_uint(y);
    out[blockIdx.x * 128 + t] = believed ? x * y + __uint_as_float(z) : x;
}
