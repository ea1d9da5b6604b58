// verdict: wrong - no guard in one direction but for the widths that come: a multiple of 32 or one that leaves 4 or 20
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;
    int x = blockIdx.x * 32 + across * 2, y = blockIdx.y * 32 + down * 2;
    int wide = width - blockIdx.x * 32; wide = wide >= 32 ? 32 : wide >= 20 ? 20 : 4;
    if (across * 2 < wide && y < height) {
        double2 a = *(const double2 *)(in + y * width + x), b = *(const double2 *)(in + (y + 1) * width + x);
        int place = down ^ across % 8;
        tile[2 * across][place] = make_double2(a.x, b.x);
        tile[2 * across + 1][place] = make_double2(a.y, b.y);
    }
    __syncthreads();
    int to_x = blockIdx.y * 32 + across * 2;
    for (int row = down; row < 32; row += 16) {
        int to_y = blockIdx.x * 32 + row;
        if (to_x < height && row < wide) *(double2 *)(out + to_y * height + to_x) = tile[row][across ^ row / 2 % 8];
    }
}
