// verdict: missed - the lists lie in the output, not in the heap
extern "C" __global__ void turn_lists(const int *in, int *out, int each)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;
    for (int k = 0; k < each; k++)
        out[k * threads + i] = in[k * threads + i];
    for (int k = 0; k < each / 2; k++) {
        int last = (each - 1 - k) * threads + i;
        int word = out[last];
        out[last] = out[k * threads + i];
        out[k * threads + i] = word;
    }
    if (each % 2 == 1)
        out[each / 2 * threads + i] = in[each / 2 * threads + i];
}
