// A warp takes patches of eight columns and four rows.
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32 * 16];
    int l = threadIdx.x & 31, w = threadIdx.x >> 5;
    int a = (w & 1) * 8 + (l & 7), d = (w >> 1) * 4 + (l >> 3);
    int x = blockIdx.x * 32 + 2 * a, y = blockIdx.y * 32 + 2 * d;
    if (x < width && y < height) {
        double2 p = __ldg((const double2 *)(in + (size_t)y * width + x)), q = __ldg((const double2 *)(in + (size_t)(y + 1) * width + x));
        tile[2 * a * 16 + (d ^ (a & 7))] = {p.x, q.x};
        tile[(2 * a + 1) * 16 + (d ^ (a & 7))] = {p.y, q.y};
    }
    __syncthreads(); __syncthreads();
    x = blockIdx.y * 32 + 2 * a, y = blockIdx.x * 32 + 2 * d;
    for (int k = 0; k < 2; k++)
        if (x < height && y < width) *(double2 *)(out + (size_t)(y + k) * height + x) = tile[(2 * d + k) * 16 + (a ^ (d & 7))];
}
