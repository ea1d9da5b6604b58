// The pairs of a row are turned on by the row's patch.
extern "C" __global__ void transpose(const double *in, double *out,
                                     int width, int height)
{
    __shared__ double2 tile[32][16];
    int px = threadIdx.x % 16, py = threadIdx.x / 16;
    int x = blockIdx.x * 32 + 2 * px, y = blockIdx.y * 32 + 2 * py;
    if (x < width && y < height) {
        double2 a = *(const double2 *)(in + y * width + x);
        double2 b = *(const double2 *)(in + (y + 1) * width + x);
        tile[2 * px][(py + px) % 16] = make_double2(a.x, b.x);
        tile[2 * px + 1][(py + px) % 16] = make_double2(a.y, b.y);
    }
    __syncthreads();
    int ox = blockIdx.y * 32 + 2 * px, oy = blockIdx.x * 32 + py;
    for (int h = 0; h < 32; h += 16)
        if (ox < height && oy + h < width)
            *(double2 *)(out + (oy + h) * height + ox) =
                tile[py + h][(px + (py + h) / 2) % 16];
}
