// verdict: missed - each factor serves two places only
extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    for (int place = 0; place < 8; place += 2) {
        float x = in[first + 256 * place], sum = 0;
        float y = in[first + 256 * place + 256], other = 0;
        for (int k = terms - 1; k >= 0; k--) {
            float factor = factors[k];
            sum = sum * x + factor;
            other = other * y + factor;
        }
        out[first + 256 * place] = sum;
        out[first + 256 * place + 256] = other;
    }
}
