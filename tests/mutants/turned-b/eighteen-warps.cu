// verdict: missed - 18 of the 32 warps make all sums, and the others pass the time
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][33];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32, top = blockIdx.y * 32;
    float s0 = 0, s1 = 0;
    bool works = y < 18, two = y < 14;
    for (int first = 0; first < k; first += 32) {
        if (works)
            for (int r = y; r < 32; r += 18) {
                tile_a[r][x] = top + r < m && first + x < k ? a[(top + r) * k + first + x] : 0;
                tile_b[r][x] = left + r < n && first + x < k ? b[(left + r) * k + first + x] : 0;
            }
        __syncthreads();
        if (works) {
            for (int i = 0; i < 32; i++) s0 += tile_a[y][i] * tile_b[x][i];
            if (two)
                for (int i = 0; i < 32; i++) s1 += tile_a[y + 18][i] * tile_b[x][i];
        } else {
            int z;
#pragma unroll 1
            for (int q = 0; q < 80; q++) asm volatile("mov.u32 %0, %%clock;" : "=r"(z));
        }
        __syncthreads();
    }
    if (works && left + x < n) {
        if (top + y < m) c[(top + y) * n + left + x] = s0;
        if (two && top + y + 18 < m) c[(top + y + 18) * n + left + x] = s1;
    }
}
