// Four numbers at once from both tiles, rows of 36 words.

extern "C" __global__ void __launch_bounds__(1024) matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float4 tile_a[32][9], tile_b[32][9];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        ((float *)tile_a[y])[x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        ((float *)tile_b[y])[x] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float4 p = tile_a[y][i], q = tile_b[x][i];
            sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
