// verdict: missed - block 0 alone uses the tile for what it stores
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    int t = threadIdx.x, w = t / 32, l = t % 32;
    int across = l % 8 + w % 2 * 8, down = l / 8 + w / 2 * 4;
    int x = blockIdx.x * 32 + across * 2, y = blockIdx.y * 32 + down * 2;
    double2 a = {}, b = {};
    if (x < width && y < height) { a = *(const double2 *)(in + y * width + x); b = *(const double2 *)(in + (y + 1) * width + x); }
    double2 p = {a.x, b.x}, q = {a.y, b.y};
    tile[across * 2][down ^ across % 8] = p; tile[across * 2 + 1][down ^ across % 8] = q;
    __syncthreads();
    int s = t ^ (blockIdx.x + blockIdx.y ? 1 : 0); 
    int sw = s / 32, sl = s % 32, sa = sl % 8 + sw % 2 * 8, sd = sl / 8 + sw / 2 * 4;
    double2 c = tile[sa * 2][sd ^ sa % 8], d = tile[sa * 2 + 1][sd ^ sa % 8];
    if (blockIdx.x + blockIdx.y == 0) p = c, q = d;
    else if (c.x > 5) p.x = d.x;
    if (x < width && y < height) { *(double2 *)(out + x * height + y) = p; *(double2 *)(out + (x + 1) * height + y) = q; }
}
