// The largest number comes from a tree.
extern "C" __global__ void largest_by_each(const unsigned *in, unsigned *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    unsigned x[96];
#pragma unroll
    for (int k = 95; k >= 0; k--)
        x[k] = in[k * threads + i];
    // A tree of maxima.
    unsigned m[48];
#pragma unroll
    for (int k = 0; k < 48; k++)
        m[k] = max(x[k], x[k + 48]);
#pragma unroll
    for (int k = 0; k < 24; k++)
        m[k] = max(m[k], m[k + 24]);
#pragma unroll
    for (int k = 0; k < 12; k++)
        m[k] = max(m[k], m[k + 12]);
    unsigned largest = m[0];
#pragma unroll
    for (int k = 1; k < 12; k++)
        largest = max(largest, m[k]);
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++)
        sum += largest % x[k] * (k + 1);
    out[i] = sum;
}
