// The last thread takes the first number of the part.
extern "C" __global__ void smooth(const int *in, int *out, int n,
                                  int first, int count)
{
    int i = first + count - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    if (i < first)
        return;
    int sum = in[i];
    if (i + 1 < n)
        sum += in[i + 1];
    if (i > 0)
        sum += in[i - 1];
    out[i] = sum;
}
