// verdict: missed - patches go straight to their places; the tile gives each thread back its own words
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int x = blockIdx.x * 32 + (lane % 4 + warp % 4 * 4) * 2, y = blockIdx.y * 32 + (lane / 4 + warp / 4 * 8) * 2;
    if (x < width && y < height) {
        const double *from = in + y * width + x;
        double2 upper = *(const double2 *)from, lower = *(const double2 *)(from + width);
        tile[t] = make_double2(upper.x, lower.x);
        tile[t + 256] = make_double2(upper.y, lower.y);
    }
    __syncthreads();
    if (x < width && y < height) {
        *(double2 *)(out + x * height + y) = tile[t];
        *(double2 *)(out + (x + 1) * height + y) = tile[t + 256];
    }
}
