// verdict: missed - loads of B still run down columns: eight numbers of each of four rows make the sectors right

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    int p = y % 8 * 4 + x / 8, q = y / 8 * 8 + x % 8;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        int b_row = blockIdx.x * 32 + p;
        float v = b_row < n && first + q < k ? b[b_row * k + first + q] : 0;
        for (int turn = 0; turn < 4; turn++) {
            if (x / 8 == turn)
                *(volatile float *)&tile_b[p][q] = v;
            __syncwarp();
        }
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[x][i];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
