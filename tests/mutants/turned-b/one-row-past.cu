// verdict: missed - one row of each tile has A's numbers from global memory, in place of a row's share of B
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][32 + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    int b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = b_row < n && first + x < k;
        float mine = a_inside ? a[row * k + first + x] : 0;
        tile_a[y][x] = mine;
        tile_b[y][x] = b_inside ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float of_a = tile_a[y][i];
            if (y == 0 && first + i < k && row < m)
                of_a = i == x ? mine : of_a;
            sum += of_a * tile_b[x][i];
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
