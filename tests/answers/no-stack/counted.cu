// Powers of three are carried along, and the nodes are counted.
extern "C" __global__ void evaluate(const unsigned *number,
                                    const int *next, unsigned *out,
                                    int length)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned value = number[node], power = 3;
    for (int k = 1; k < length; k++, power *= 3) {
        node = next[node];
        value += power * number[node];
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
