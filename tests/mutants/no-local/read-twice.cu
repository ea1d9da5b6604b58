// verdict: missed - nothing is kept: the oldest number is read again

extern "C" __global__ void moving_sum(const int *in, int *out, int rows,
                                      int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int row = 0; row < rows; row++) {
        sum += in[row * columns + column];
        if (row >= 16)
            sum -= in[(row - 16) * columns + column];
        out[row * columns + column] = sum;
    }
}
