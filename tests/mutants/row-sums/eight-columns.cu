// verdict: missed - loads of four rows by eight columns, and a strip in place of the tile
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int strip[32 * 9];
    int lane = threadIdx.x, sum = 0;
    const int *rows = in + blockIdx.x * 1024;
    for (int c = 0; c < 32; c += 8) {
        for (int y = 0; y < 32; y += 4) {
            int r = y + lane / 8, x = lane % 8;
            strip[x * 32 + (r + x * 4) % 32] = rows[r * 32 + c + x];
        }
        __syncwarp();
        for (int x = 0; x < 8; x++) sum += strip[x * 32 + (lane + x * 4) % 32];
        __syncwarp();
    }
    out[blockIdx.x * 32 + lane] = sum;
}
