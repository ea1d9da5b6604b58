// verdict: missed - the tile of B is read down a column that lies in one bank

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    int b_row = blockIdx.x * 32 + y;  // the one that this thread fetches

    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = b_row < n && first + x < k;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[x][i];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
