// verdict: missed - lane 0 stages all rows and adds them up
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    const int *rows = in + blockIdx.x * 32 * 32;
    if (threadIdx.x > 0)
        return;

    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++)
            tile[y][x] = rows[y * 32 + x];
    for (int y = 0; y < 32; y++) {
        int sum = 0;
        for (int x = 0; x < 32; x++)
            sum += tile[y][x];
        out[blockIdx.x * 32 + y] = sum;
    }
}
