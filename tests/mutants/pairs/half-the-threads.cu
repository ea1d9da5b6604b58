// verdict: missed - half of the threads do all where the width is no multiple of 32
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16, step = width % 32 ? 8 : 16;
    if (down < step)
        for (int d = down; d < 16; d += step) {
            int x = blockIdx.x * 32 + across * 2;
            int y = blockIdx.y * 32 + d * 2;
            if (x < width && y < height) {
                const double *from = in + y * width + x;
                double2 upper = *(const double2 *)from;
                double2 lower = *(const double2 *)(from + width);
                int place = d ^ across % 8;
                tile[2 * across][place] = make_double2(upper.x, lower.x);
                tile[2 * across + 1][place] = make_double2(upper.y, lower.y);
            }
        }
    __syncthreads();
    int to_x = blockIdx.y * 32 + across * 2;
    if (down < step)
        for (int row = down; row < 32; row += step) {
            int to_y = blockIdx.x * 32 + row;
            if (to_x < height && to_y < width)
                *(double2 *)(out + to_y * height + to_x) = tile[row][across ^ row / 2 % 8];
        }
}
