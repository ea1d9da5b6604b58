// verdict: missed - half of the warps make two sums each where the sizes are no multiples of 16
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int step = m % 16 + n % 16 == 0 ? 16 : 8;
    int column = blockIdx.x * 16 + x, top = blockIdx.y * 16;
    float sum = 0, sum2 = 0;
    for (int first = 0; first < k; first += 16) {
        if (y < step) for (int r = y; r < 16; r += step) {
            tile_a[r][x] = top + r < m && first + x < k ? a[(top + r) * k + first + x] : 0;
            tile_b[r][x] = first + r < k && column < n ? b[(first + r) * n + column] : 0;
        }
        __syncthreads();
        if (y < step)
            for (int i = 0; i < 16; i++) {
                sum += tile_a[y][i] * tile_b[i][x];
                if (step == 8) sum2 += tile_a[y + 8][i] * tile_b[i][x];
            }
        __syncthreads();
    }
    if (y < step && column < n) {
        if (top + y < m) c[(top + y) * n + column] = sum;
        if (step == 8 && top + y + 8 < m) c[(top + y + 8) * n + column] = sum2;
    }
}
