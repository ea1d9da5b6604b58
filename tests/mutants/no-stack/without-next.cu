// verdict: wrong - takes the nodes as they lie in memory, wherever `next` points

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lists = gridDim.x * blockDim.x;
    unsigned value = 0;
    for (int k = length - 1; k >= 0; k--)
        value = number[k * lists + i] + 3 * value;
    out[i] = value;
}
