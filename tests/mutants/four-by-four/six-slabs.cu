// verdict: wrong - what is beyond k = 96 is left out
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][16], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int first = 0; first < min(k, 96); first += 16) {
        for (int q = 0; q < 4; q++) { slab_a[y + 16 * q][x] = a[(row + y + 16 * q) * k + first + x]; int j = t + 256 * q; slab_b[j / 64][j % 64] = b[(first + j / 64) * n + column + j % 64]; }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float fa[4], fb[4];
#pragma unroll
            for (int r = 0; r < 4; r++) { fa[r] = slab_a[y + 16 * r][i]; fb[r] = slab_b[i][x + 16 * r]; }
#pragma unroll
            for (int r = 0; r < 4; r++)
#pragma unroll
                for (int s = 0; s < 4; s++) sum[r][s] += fa[r] * fb[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int s = 0; s < 4; s++) c[(row + y + 16 * r) * n + column + x + 16 * s] = sum[r][s];
}
