// verdict: missed - all warps fetch, and every second one multiplies, two rows a thread

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, top = blockIdx.y * 16;
    bool works = y / 2 % 2 == 0;
    float sum = 0, below = 0;
    for (int first = 0; first < k; first += 16) {
        bool has_a = top + y < m && first + x < k;
        bool has_b = first + y < k && column < n;
        tile_a[y][x] = has_a ? a[(top + y) * k + first + x] : 0;
        tile_b[y][x] = has_b ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16 && works; i++) {
            sum += tile_a[y][i] * tile_b[i][x];
            below += tile_a[y + 2][i] * tile_b[i][x];
        }
        __syncthreads();
    }
    if (works && column < n && top + y < m)
        c[(top + y) * n + column] = sum;
    if (works && column < n && top + y + 2 < m)
        c[(top + y + 2) * n + column] = below;
}
