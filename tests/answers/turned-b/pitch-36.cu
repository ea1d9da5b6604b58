// Rows of 36 words, and four numbers of a row of B at a time.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ __align__(16) float tile_a[32][36], tile_b[32][36];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x, b_row = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i += 4) {
            float4 from_a = *(const float4 *)&tile_a[y][i], from_b = *(const float4 *)&tile_b[x][i];
            sum += from_a.x * from_b.x + from_a.y * from_b.y + from_a.z * from_b.z + from_a.w * from_b.w;
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
