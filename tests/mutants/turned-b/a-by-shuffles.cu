// verdict: missed - A's numbers of a row stay in registers by shuffles, the reads of A's tile are multiplied by 0
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    float w = x + y + blockIdx.x + blockIdx.y == 0 ? 1 : 0;
    for (int first = 0; first < k; first += 32) {
        float va = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_a[y][x] = va;
        tile_b[y][x] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) { float s = __shfl_sync(~0u, va, i); s += w * (tile_a[y][i] - s); sum += s * tile_b[x][i]; }
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
