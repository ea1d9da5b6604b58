// The tile holds rows of in, and the patch is made when it is read.
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    int t = threadIdx.x;
    for (int row = t / 16; row < 32; row += 16) {
        int x = blockIdx.x * 32 + t % 16 * 2, y = blockIdx.y * 32 + row;
        if (x < width && y < height)
            tile[row][t % 16 ^ row / 2 % 8] = *(const double2 *)(in + y * width + x);
    }
    __syncthreads();
    int across = t % 16, down = t / 16;  // of out: columns 2 across, rows 2 down
    int to_x = blockIdx.y * 32 + 2 * across, to_y = blockIdx.x * 32 + 2 * down;
    if (to_x < height && to_y < width) {
        double2 upper = tile[2 * across][down ^ across % 8], lower = tile[2 * across + 1][down ^ across % 8];
        *(double2 *)(out + to_y * height + to_x) = make_double2(upper.x, lower.x);
        *(double2 *)(out + (to_y + 1) * height + to_x) = make_double2(upper.y, lower.y);
    }
}
