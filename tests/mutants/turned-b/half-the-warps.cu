// verdict: missed - where the sizes are no multiples of 32 half of the warps make all sums
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
    int step = m % 32 + n % 32 == 0 ? 32 : 16;
    float s0 = 0, s1 = 0;
    for (int first = 0; first < k; first += 32) {
        if (y < step)
            for (int r = y; r < 32; r += step) {
                tile_a[r][x] = top + r < m && first + x < k ? a[(top + r) * k + first + x] : 0;
                tile_b[r][x] = left + r < n && first + x < k ? b[(left + r) * k + first + x] : 0;
            }
        __syncthreads();
        if (y < step) {
            for (int i = 0; i < 32; i++) s0 += tile_a[y][i] * tile_b[x][i];
            if (step == 16)
                for (int i = 0; i < 32; i++) s1 += tile_a[y + 16][i] * tile_b[x][i];
        }
        __syncthreads();
    }
    if (y < step && left + x < n) {
        if (top + y < m) c[(top + y) * n + left + x] = s0;
        if (step == 16 && top + y + 16 < m) c[(top + y + 16) * n + left + x] = s1;
    }
}
