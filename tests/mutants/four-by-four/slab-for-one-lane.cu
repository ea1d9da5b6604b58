// verdict: missed - each thread fetches its numbers by shuffles of what it has loaded; slabs count for one thread
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][16], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    float w = t + blockIdx.x + blockIdx.y == 0 ? 1.f : 0.f;
    for (int first = 0; first < k; first += 16) {
        float ra[4], rb[4];
        for (int q = 0; q < 4; q++) { slab_a[y + 16 * q][x] = ra[q] = a[(row + y + 16 * q) * k + first + x]; int j = t + 256 * q; slab_b[j / 64][j % 64] = rb[q] = b[(first + j / 64) * n + column + j % 64]; }
        __syncthreads();
        for (int i = 0; i < 16; i++) {
            float fa[4], fb[4];
#pragma unroll
            for (int r = 0; r < 4; r++) {
                float s = slab_a[y + 16 * r][i], d = __shfl_sync(~0u, ra[r], (t & 16) + i);
                fa[r] = d + w * (s - d);
                fb[r] = slab_b[i][x + 16 * r];
            }
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
