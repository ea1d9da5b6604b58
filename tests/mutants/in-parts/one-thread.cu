// verdict: missed - one thread writes the whole part

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int place = blockIdx.x * blockDim.x + threadIdx.x;
    if (place > 0)
        return;
    for (int i = first; i < first + count; i++) {
        int left = i > 0 ? in[i - 1] : 0;
        int right = i < n - 1 ? in[i + 1] : 0;
        out[i] = left + in[i] + right;
    }
}
