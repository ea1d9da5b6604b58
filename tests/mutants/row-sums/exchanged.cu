// verdict: missed - keeps the rows in registers, and exchanges halves of them
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 1024;
    int partial[32];
    #pragma unroll
    for (int y = 0; y < 32; y++)
        partial[y] = rows[y * 32 + lane];
    #pragma unroll
    for (int d = 16; d > 0; d /= 2)
        #pragma unroll
        for (int y = 0; y < d; y++) {
            int keep = lane & d ? partial[y + d] : partial[y];
            int give = lane & d ? partial[y] : partial[y + d];
            tile[y][lane] = give;
            __syncwarp();
            partial[y] = keep + tile[y][lane ^ d];
            __syncwarp();
        }
    out[blockIdx.x * 32 + lane] = partial[0];
}
