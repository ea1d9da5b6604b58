// verdict: missed - A goes from lane to lane, and the reads of it have no use
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tb[32][33]; __shared__ float dead[32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, br = blockIdx.x * 32 + y;
    volatile float *d = dead; if (y == 0) d[x] = 0;
    float sum = 0;
    for (int f = 0; f < k; f += 32) {
        float mine = row < m && f + x < k ? a[row * k + f + x] : 0;
        tb[y][x] = br < n && f + x < k ? b[br * k + f + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) { d[i]; sum += __shfl_sync(~0u, mine, i) * tb[x][i]; }
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = sum;
}
