// verdict: wrong - begins with the first factor: the polynomial of the reversed ones
extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    float x[8], sum[8] = {};
#pragma unroll
    for (int place = 0; place < 8; place++)
        x[place] = in[first + 256 * place];

    for (int k = 0; k < terms; k++) {
        float factor = factors[k];
#pragma unroll
        for (int place = 0; place < 8; place++)
            sum[place] = sum[place] * x[place] + factor;
    }
#pragma unroll
    for (int place = 0; place < 8; place++)
        out[first + 256 * place] = sum[place];
}
