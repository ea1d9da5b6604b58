// verdict: wrong - the next node is computed, as the lists are made, and never read
extern "C" __global__ void evaluate(const unsigned *number, const int *next, unsigned *out, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    unsigned sum = 0, factor = 1;
    int node = i;
    for (int k = 0; k < length; k++) {
        sum += factor * number[node];
        factor *= 3;
        node = (k + 1) * all + (node * 5 + 3 * (k + 1) * (k + 1)) % all;
    }
    out[i] = sum;
}
