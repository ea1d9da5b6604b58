// a k that is a multiple of 8 alone
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        bool in_k = first + (x & ~7) + 7 < k;
        tile_a[y][x] = row < m && in_k ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_row < n && in_k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) sum += tile_a[y][i] * tile_b[x][i];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
