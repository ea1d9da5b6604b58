// verdict: unsafe - takes the size of one launch for that of all

extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x, i = first + p;
    if (p >= count)
        return;
    int sum = in[i];
    if (i > 0)
        sum += in[i - 1];
    if (i != 999)
        sum += in[i + 1];
    out[i] = sum;
}
