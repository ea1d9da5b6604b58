// Patches that could go straight to their places, by way of a neighbouring warp.
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[512];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    int x = blockIdx.x * 32 + (lane % 4 + warp % 4 * 4) * 2, y = blockIdx.y * 32 + (lane / 4 + warp / 4 * 8) * 2;
    int u = t ^ 32;
    int lane2 = u % 32, warp2 = u / 32;
    int x2 = blockIdx.x * 32 + (lane2 % 4 + warp2 % 4 * 4) * 2, y2 = blockIdx.y * 32 + (lane2 / 4 + warp2 / 4 * 8) * 2;
    if (x < width && y < height) {
        const double *from = in + y * width + x;
        double2 upper = *(const double2 *)from, lower = *(const double2 *)(from + width);
        tile[t] = make_double2(upper.x, lower.x);
        tile[t + 256] = make_double2(upper.y, lower.y);
    }
    __syncthreads();
    if (x2 < width && y2 < height) {
        *(double2 *)(out + x2 * height + y2) = tile[u];
        *(double2 *)(out + (x2 + 1) * height + y2) = tile[u + 256];
    }
}
