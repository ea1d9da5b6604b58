// No padding: a row's words are turned by its number. Warps without a result leave
// out the products.
extern "C" __global__ void matmul(const float *__restrict__ a, const float *__restrict__ b,
                                  float *__restrict__ c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][32];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y, from = blockIdx.x * 32 + y;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        const bool in_k = first + x < k;
        tile_a[y][x] = row < m && in_k ? __ldg(&a[row * k + first + x]) : 0;
        tile_b[y][x ^ y] = from < n && in_k ? __ldg(&b[from * k + first + x]) : 0;
        __syncthreads();
        if (row < m)
            for (int i = 0; i < 32; i++)
                sum = fmaf(tile_a[y][i], tile_b[x][i ^ x], sum);
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
