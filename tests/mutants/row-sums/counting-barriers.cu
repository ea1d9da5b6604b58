// verdict: missed - barriers count the bits of what each lane reads, and no lane adds up a row
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ volatile int tile[32][32];
    int lane = threadIdx.x, sum = 0;
    for (int y = 0; y < 32; y++)
        tile[y][lane] = in[blockIdx.x * 1024 + y * 32 + lane];
    __syncthreads();
    for (int y = 0; y < 32; y++) {
        int word = tile[y][lane] + 1000, row = 0;
        for (int bit = 0; bit < 11; bit++)
            row += __syncthreads_count(word >> bit & 1) << bit;
        if (lane == y)
            sum = row - 32 * 1000;
    }
    out[blockIdx.x * 32 + lane] = sum;
}
