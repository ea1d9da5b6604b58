// verdict: missed - the index of the inner loop is not known without unrolling

extern "C" __global__ void moving_sum(const int *in, int *out, int rows,
                                      int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int last[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        last[k] = 0;

    int sum = 0;
    for (int row = 0; row < rows; row++) {
        int now = in[row * columns + column];
        sum += now - last[15];
#pragma unroll 1
        for (int k = 15; k > 0; k--)
            last[k] = last[k - 1];
        last[0] = now;
        out[row * columns + column] = sum;
    }
}
