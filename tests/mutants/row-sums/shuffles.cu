// verdict: missed - adds up with shuffles: the tile is not needed

extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;
    for (int y = 0; y < 32; y++)
        tile[y][lane] = rows[y * 32 + lane];
    __syncthreads();
    for (int y = 0; y < 32; y++) {
        int sum = tile[y][lane];
        for (int step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0)
            out[blockIdx.x * 32 + y] = sum;
    }
}
