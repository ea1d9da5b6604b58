// verdict: missed - the ring moves to shared memory instead of registers

extern "C" __global__ void moving_sum(const int *in, int *out, int rows,
                                      int columns)
{
    __shared__ int last[16][64];
    int t = threadIdx.x;
    int column = blockIdx.x * blockDim.x + t;
    for (int k = 0; k < 16; k++)
        last[k][t] = 0;

    int sum = 0;
    for (int row = 0; row < rows; row++) {
        int now = in[row * columns + column];
        sum += now - last[row % 16][t];
        last[row % 16][t] = now;
        out[row * columns + column] = sum;
    }
}
