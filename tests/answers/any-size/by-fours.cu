// A's row is read from its tile 16 bytes at a time.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float4 tile_a[16][4];
    __shared__ float tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 16) {
        float mine = 0, other = 0;
        if (row < m && first + x < k)
            mine = a[row * k + first + x];
        if (column < n && first + y < k)
            other = b[(first + y) * n + column];
        ((float *)tile_a[y])[x] = mine;
        tile_b[y][x] = other;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float4 four = tile_a[y][i];
            sum += four.x * tile_b[4 * i][x] + four.y * tile_b[4 * i + 1][x]
                   + four.z * tile_b[4 * i + 2][x]
                   + four.w * tile_b[4 * i + 3][x];
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
