// Exercise denser: more operations for each byte.
//
// The loop over the factors is the outer one. Each factor is loaded once
// and serves the 8 places, which lie in registers with their sums.

extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    float x[8], sum[8] = {};
#pragma unroll
    for (int place = 0; place < 8; place++)
        x[place] = in[first + 256 * place];

    for (int k = terms - 1; k >= 0; k--) {
        float factor = factors[k];
#pragma unroll
        for (int place = 0; place < 8; place++)
            sum[place] = sum[place] * x[place] + factor;
    }
#pragma unroll
    for (int place = 0; place < 8; place++)
        out[first + 256 * place] = sum[place];
}
