// verdict: missed - each load takes eight numbers of four rows
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][33];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;
    for (int k = 0; k < 32; k++) {
        int y = k / 4 + lane / 8 * 8, x = k % 4 * 8 + lane % 8;
        tile[y][x] = rows[y * 32 + x];
    }
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 32; k++)
        sum += tile[lane][k];
    out[blockIdx.x * 32 + lane] = sum;
}
