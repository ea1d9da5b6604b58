// verdict: missed - another kind of load, and as many of them
extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;
    for (int place = 0; place < 8; place++) {
        float x = in[first + 256 * place], sum = 0;
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * x + __ldg(&factors[k]);
        out[first + 256 * place] = sum;
    }
}
