// Two pairs of tiles take turns, one barrier for each pair.

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[2][32][32], tile_b[2][32 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0, turn = 0; first < k; first += 32, turn ^= 1) {
        tile_a[turn][y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[turn][y * 32 + (x ^ y)] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        int rest = min(32, k - first);
        for (int i = 0; i < rest; i++)
            sum += tile_a[turn][y][i] * tile_b[turn][x * 32 + (i ^ x)];
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
