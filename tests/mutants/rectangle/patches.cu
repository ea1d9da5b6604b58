// verdict: missed - patches of 2 x 2 are turned in registers, and the tile hands each to the next thread
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int2 tile[512];
    int t = threadIdx.y * 32 + threadIdx.x, w = t / 32, l = t % 32;
    int a = (w % 4) * 4 + l % 4, b = (w / 4) * 8 + l / 4;   // patch of 16 x 16
    int x = blockIdx.x * 32 + 2 * a, y = blockIdx.y * 32 + 2 * b;
    if (x < width && y < height) {
        int2 r0 = *(const int2 *)(in + y * width + x), r1 = *(const int2 *)(in + (y + 1) * width + x);
        int c = w * 32 + (l ^ 1);
        tile[c] = make_int2(r0.x, r1.x); tile[256 + c] = make_int2(r0.y, r1.y);
    }
    __syncthreads();
    x ^= 2;
    if (x < width && y < height) {
        *(int2 *)(out + x * height + y) = tile[t];
        *(int2 *)(out + (x + 1) * height + y) = tile[256 + t];
    }
}
