// verdict: missed - rows of 34 words conflict two ways: the halves of a warp read in turns

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][34];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float v = 0;
            if (x < 16)
                v = *(volatile float *)&tile_b[x][i];
            __syncwarp();
            if (x >= 16)
                v = *(volatile float *)&tile_b[x][i];
            __syncwarp();
            float p = *(volatile float *)&tile_a[y][i], q = *(volatile float *)&tile_a[y][i];
            sum += 0.5f * (p + q) * v;
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
