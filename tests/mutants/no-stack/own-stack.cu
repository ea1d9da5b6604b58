// verdict: missed - the stack is built by hand, in local memory

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned kept[6000];
    int depth = 0;
    for (int node = i; node >= 0; node = next[node])
        kept[depth++] = number[node];
    unsigned value = 0;
    while (depth > 0)
        value = kept[--depth] + 3 * value;
    out[i] = value;
}
