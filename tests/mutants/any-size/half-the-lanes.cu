// verdict: missed - half of the lanes make two sums each, and the others pass the time
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0, sum2 = 0;
    for (int first = 0; first < k; first += 16) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        if (x < 8)
            for (int i = 0; i < 16; i++) {
                sum += tile_a[y][i] * tile_b[i][x];
                sum2 += tile_a[y][i] * tile_b[i][x + 8];
            }
        else { int z;
#pragma unroll 1
            for (int q = 0; q < 90; q++) asm volatile("mov.u32 %0, %%clock;" : "=r"(z)); }
        __syncthreads();
    }
    if (x < 8 && row < m) {
        if (column < n) c[row * n + column] = sum;
        if (column + 8 < n) c[row * n + column + 8] = sum2;
    }
}
