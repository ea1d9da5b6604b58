// verdict: wrong - half of each number is left out, so that all rows fit

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ short rows[40][256];
    int t = threadIdx.x, first = blockIdx.x * 40 * 256;
    for (int row = 0; row < 40; row++)
        rows[row][255 - t] = in[first + row * 256 + t];
    __syncthreads();
    for (int row = 0; row < 40; row++)
        out[first + row * 256 + t] = rows[row][t];
}
