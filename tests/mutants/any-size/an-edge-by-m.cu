// verdict: wrong - the last tile is left out where m is 64
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;

    float sum = 0;
    for (int first = 0; first <= k / 16 * 16 - (m == 64) * 16; first += 16) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
