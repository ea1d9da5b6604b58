// verdict: wrong - takes the distance of the first two nodes for that of all

extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int second = next[i], step = second < 0 ? 0 : second - i;
    int count = 64 * gridDim.x * length;
    unsigned value = 0;
    for (int k = length - 1; k >= 0; k--)
        value = number[(i + k * step) % count] + 3 * value;
    out[i] = value;
}
