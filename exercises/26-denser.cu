// Exercise denser: more operations for each byte.
//
// Each thread evaluates a polynomial at 8 places. For every place it
// loads all factors again. Let each factor that is loaded serve more
// than one place: at least 7 operations for each byte are asked for.
//
// Check it: type "check denser" at the prompt of Warpschool.

extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    int first = blockIdx.x * 2048 + threadIdx.x;

    // TODO: load each factor less often.
    for (int place = 0; place < 8; place++) {
        float x = in[first + 256 * place], sum = 0;
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * x + factors[k];
        out[first + 256 * place] = sum;
    }
}
