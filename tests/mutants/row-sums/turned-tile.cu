// verdict: missed - the tile is written down its columns instead of read so

extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;

    for (int y = 0; y < 32; y++)
        tile[lane][y] = rows[y * 32 + lane];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < 32; k++) {
        int column = (lane + k) % 32;
        sum += tile[k][lane];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
