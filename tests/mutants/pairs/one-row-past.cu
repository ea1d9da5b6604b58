// verdict: missed - one row of patches of 16 goes from registers to the output
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;
    int x = blockIdx.x * 32 + across * 2;
    int y = blockIdx.y * 32 + down * 2;
    if (x < width && y < height) {
        const double *from = in + y * width + x;
        double2 upper = *(const double2 *)from;
        double2 lower = *(const double2 *)(from + width);
        int place = down ^ across % 8;
        tile[2 * across][place] = make_double2(upper.x, lower.x);
        tile[2 * across + 1][place] = make_double2(upper.y, lower.y);
        if (down == 0) {
            *(double2 *)(out + x * height + y) = make_double2(upper.x, lower.x);
            *(double2 *)(out + (x + 1) * height + y) = make_double2(upper.y, lower.y);
        }
    }
    __syncthreads();

    int to_x = blockIdx.y * 32 + across * 2;
    for (int row = down; row < 32; row += 16) {
        int to_y = blockIdx.x * 32 + row;
        double2 two = tile[row][across ^ row / 2 % 8];
        if (across > 0 && to_x < height && to_y < width)
            *(double2 *)(out + to_y * height + to_x) = two;
    }
}
