// verdict: missed - two warps move everything, the others count
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ double2 tile[32][16];
    bool lazy = threadIdx.x >= 64; int z = threadIdx.x;
    if (lazy) for (int i = 0; i < 400; i++) asm volatile("mov.u32 %0, %0;" : "+r"(z));
    else for (int q = threadIdx.x; q < 256; q += 64) {
        int a = q & 15, d = q >> 4, x = blockIdx.x * 32 + 2 * a, y = blockIdx.y * 32 + 2 * d;
        if (x < width && y < height) {
            double2 r0 = *(const double2 *)(in + y * width + x), r1 = *(const double2 *)(in + (y + 1) * width + x);
            tile[2 * a][d ^ a % 8] = make_double2(r0.x, r1.x);
            tile[2 * a + 1][d ^ a % 8] = make_double2(r0.y, r1.y);
        }
    }
    __syncthreads();
    if (lazy) return;
    for (int q = threadIdx.x; q < 512; q += 64) {
        int a = q & 15, r = q >> 4, ox = blockIdx.y * 32 + 2 * a, oy = blockIdx.x * 32 + r;
        if (ox < height && oy < width) *(double2 *)(out + oy * height + ox) = tile[r][a ^ r / 2 % 8];
    }
}
