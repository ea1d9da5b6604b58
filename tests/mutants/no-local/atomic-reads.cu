// verdict: missed - reads the number 16 rows back with an atomic, which is no load
extern "C" __global__ void moving_sum(const int *in, int *out, int rows,
                                      int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int row = 0; row < rows; row++) {
        int i = row * columns + column;
        sum += in[i];
        if (row >= 16)
            sum -= atomicAdd((int *)&in[i - 16 * columns], 0);
        out[i] = sum;
    }
}
