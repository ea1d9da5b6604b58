// verdict: wrong - the factor grows before it is used

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0, factor = 1;
    for (int node = i; node >= 0; node = next[node]) {
        factor *= 3;
        sum += factor * number[node];
    }
    out[i] = sum;
}
