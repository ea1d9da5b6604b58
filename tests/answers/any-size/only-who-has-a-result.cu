// Threads without a result fetch, and do not multiply.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[2][16][16], tile_b[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    bool mine = row < m && column < n;
    float sum = 0;
    for (int first = 0; first < k; first += 16, now ^= 1) {
        int i = first + x, j = first + y;
        tile_a[now][y][x] = row < m && i < k ? a[row * k + i] : 0;
        tile_b[now][y][x] = j < k && column < n ? b[j * n + column] : 0;
        __syncthreads();
        int end = min(16, k - first);
        for (int p = 0; p < end && mine; p++)
            sum += tile_a[now][y][p] * tile_b[now][p][x];
    }
    if (mine)
        c[row * n + column] = sum;
}
