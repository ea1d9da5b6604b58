// Sixteen rows at a time, so that each place in the ring is known.
extern "C" __global__ void moving_sum(const int *__restrict__ in, int *__restrict__ out, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int last[16] = {};
    int sum = 0, row = 0;
    for (; row + 16 <= rows; row += 16) {
        int now[16];
#pragma unroll
        for (int k = 0; k < 16; k++)
            now[k] = __ldg(&in[(row + k) * columns + column]);
#pragma unroll
        for (int k = 0; k < 16; k++) {
            sum += now[k] - last[k];
            last[k] = now[k];
            out[(row + k) * columns + column] = sum;
        }
    }
#pragma unroll
    for (int k = 0; k < 16; k++)
        if (row + k < rows) {
            sum += in[(row + k) * columns + column] - last[k];
            out[(row + k) * columns + column] = sum;
        }
}
