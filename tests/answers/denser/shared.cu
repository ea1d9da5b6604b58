// The block copies the factors to shared memory once; the order of the loops stays.
extern "C" __global__ void evaluate(const float *factors,
                                    const float *in, float *out,
                                    int terms)
{
    __shared__ float copy[256];
    int first = blockIdx.x * 2048 + threadIdx.x;
    for (int k = threadIdx.x; k < terms; k += 256)
        copy[k] = factors[k];
    __syncthreads();
    for (int place = 0; place < 8; place++) {
        float x = in[first + 256 * place], sum = 0;
        for (int k = terms - 1; k >= 0; k--)
            sum = sum * x + copy[k];
        out[first + 256 * place] = sum;
    }
}
