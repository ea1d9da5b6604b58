// verdict: missed - one warp of each block does the work of all
extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    if (threadIdx.x >= 32)
        return;
    for (int part = 0; part < 8; part++) {
        int first = blockIdx.x * 2048 + 256 * part + threadIdx.x;
        float x[8], sum[8] = {};
#pragma unroll
        for (int place = 0; place < 8; place++)
            x[place] = in[first + 32 * place];
        for (int k = terms - 1; k >= 0; k--) {
            float factor = factors[k];
#pragma unroll
            for (int place = 0; place < 8; place++)
                sum[place] = sum[place] * x[place] + factor;
        }
#pragma unroll
        for (int place = 0; place < 8; place++)
            out[first + 32 * place] = sum[place];
    }
}
