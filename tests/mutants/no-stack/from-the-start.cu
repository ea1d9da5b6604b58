// verdict: missed - each node is looked for from the beginning

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = 0;
    for (int last = length; last > 0; last--) {
        int node = i;
        for (int k = 1; k < last; k++)
            node = next[node];
        value = number[node] + 3 * value;
    }
    out[i] = value;
}
