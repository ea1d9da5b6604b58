// verdict: missed - pairs in the tile and for the stores, but single loads

extern "C" __global__ void transpose(const double *in, double *out,
                                     int width, int height)
{
    __shared__ double2 tile[32][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;

    int x = blockIdx.x * 32 + across * 2;
    int y = blockIdx.y * 32 + down * 2;
    if (x < width && y < height) {
        const double *from = in + y * width + x;
        const volatile double *one = from;
        double2 upper = make_double2(one[0], one[1]);
        double2 lower = make_double2(one[width], one[width + 1]);
        int place = down ^ across % 8;
        tile[2 * across][place] = make_double2(upper.x, lower.x);
        tile[2 * across + 1][place] = make_double2(upper.y, lower.y);
    }
    __syncthreads();

    int to_x = blockIdx.y * 32 + across * 2;
    for (int row = down; row < 32; row += 16) {
        int to_y = blockIdx.x * 32 + row;
        if (to_x < height && to_y < width)
            *(double2 *)(out + to_y * height + to_x) =
                tile[row][across ^ row / 2 % 8];
    }
}
