// Warps whose rows lie outside of C fetch, and leave out the products.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[2][16][16], tile_b[2][16][16];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 16, now = 1 - now) {
        tile_a[now][y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[now][y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0;
        __syncthreads();
        if (row < m)
            for (int i = 0; i < min(16, k - first); i++)
                sum += tile_a[now][y][i] * tile_b[now][i][x];
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
