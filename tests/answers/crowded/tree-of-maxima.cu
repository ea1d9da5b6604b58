// The largest number comes from a tree.
extern "C" __global__ void below_largest(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    int x[96];
#pragma unroll
    for (int k = 95; k >= 0; k--)
        x[k] = in[k * threads + i];
    // A tree of maxima.
    int m[48];
#pragma unroll
    for (int k = 0; k < 48; k++)
        m[k] = max(x[k], x[k + 48]);
#pragma unroll
    for (int k = 0; k < 24; k++)
        m[k] = max(m[k], m[k + 24]);
#pragma unroll
    for (int k = 0; k < 12; k++)
        m[k] = max(m[k], m[k + 12]);
    int largest = m[0];
#pragma unroll
    for (int k = 1; k < 12; k++)
        largest = max(largest, m[k]);
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 96; k++)
        sum += min(largest - x[k], 300000) * (k + 1);
    out[i] = sum;
}
