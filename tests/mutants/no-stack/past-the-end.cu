// verdict: unsafe - node -1 is read before the loop looks at it

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0, factor = 1;
    int node = i;
    for (int k = 0; k <= length; k++) {
        sum += factor * number[node];
        factor *= 3;
        node = next[node];
    }
    out[i] = sum;
}
