// Sixteen sums in place of sixteen numbers.
extern "C" __global__ void moving_sum(const int *in, int *out, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int s[16] = {};
    for (int row = 0; row < rows; row++) {
        int now = in[row * columns + column];
        // s[j]: the sum of the last j + 1 numbers.
#pragma unroll
        for (int j = 15; j > 0; j--)
            s[j] = s[j - 1] + now;
        s[0] = now;
        out[row * columns + column] = s[15];
    }
}
