// verdict: missed - a four-way conflict, hidden by reads of 16 bytes of which 4 are used
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32];
    __shared__ __align__(16) float tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
    int b_row = blockIdx.x * 32 + y;
    unsigned base = (unsigned)__cvta_generic_to_shared(&tile_b[x][0]);
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        tile_a[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[y][x ^ y % 8 * 4] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++) {
            float w[4];
            asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];"
                         : "=f"(w[0]), "=f"(w[1]), "=f"(w[2]), "=f"(w[3]) : "r"(base + 4 * (i / 4 * 4 ^ x % 8 * 4)) : "memory");
            sum += tile_a[y][i] * w[i % 4];
        }
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
