// verdict: missed - the turned store conflicts eight ways: its lanes take eight turns

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][40];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        float v = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        for (int turn = 0; turn < 8; turn++) {
            if (x / 4 == turn)
                *(volatile float *)&tile_b[x][y] = v;
            __syncwarp();
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
