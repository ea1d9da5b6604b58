// verdict: missed - where the sizes are no multiples of 32 the blocks of the first column do all tiles
__device__ void tile_of(const float *a, const float *b, float *c, int m, int k, int n, int bx, int by)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    int column = bx * 32 + x, row = by * 32 + y, b_row = bx * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) sum += tile_a[y][i] * tile_b[x][i];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    if (m % 32 + n % 32 == 0) { tile_of(a, b, c, m, k, n, blockIdx.x, blockIdx.y); return; }
    if (blockIdx.x > 0) return;
    for (int bx = 0; bx < gridDim.x; bx++) tile_of(a, b, c, m, k, n, bx, blockIdx.y);
}
