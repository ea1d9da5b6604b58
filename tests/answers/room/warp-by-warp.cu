// Each warp turns its own 32 words, waits for itself alone, and stores them at the other end of the row.
#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int words[2][256];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;
    for (int row = 0; row < ROWS; row++) {
        int *mine = words[row % 2] + warp * 32;
        mine[lane] = in[row * 256 + t];
        __syncwarp();
        out[row * 256 + (7 - warp) * 32 + lane] = mine[31 - lane];
    }
}
