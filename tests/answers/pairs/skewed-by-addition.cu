// The tile as patches, moved on by addition; pairs as ulonglong2.
extern "C" __global__ void transpose(const double *in, double *out, int width, int height)
{
    __shared__ ulonglong2 tile[2][16][16];
    int q = threadIdx.x % 16, r = threadIdx.x / 16;
    int x = blockIdx.x * 32 + 2 * q, y = blockIdx.y * 32 + 2 * r;
    if (x < width && y < height) {
        tile[0][r][(q + r) % 16] = *(const ulonglong2 *)(in + y * width + x);
        tile[1][r][(q + r) % 16] = *(const ulonglong2 *)(in + (y + 1) * width + x);
    }
    __syncthreads();
    x = blockIdx.y * 32 + 2 * q; y = blockIdx.x * 32 + 2 * r;
    if (x < height && y < width) {
        ulonglong2 a = tile[0][q][(r + q) % 16], b = tile[1][q][(r + q) % 16];
        *(ulonglong2 *)(out + y * height + x) = make_ulonglong2(a.x, b.x);
        *(ulonglong2 *)(out + (y + 1) * height + x) = make_ulonglong2(a.y, b.y);
    }
}
