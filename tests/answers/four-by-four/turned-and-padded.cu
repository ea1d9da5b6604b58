// A is turned in its slab.
template <int R, int S>
struct Sums {
    float v[R][S] = {};
    __device__ void add(const float (&f)[R], const float (&g)[S])
    {
#pragma unroll
        for (int i = 0; i < R * S; i++)
            v[i / S][i % S] = fmaf(f[i / S], g[i % S], v[i / S][i % S]);
    }
};
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float slab_a[16][66], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;
    Sums<4, 4> sums;
    for (int first = 0; first < k; first += 16) {
        for (int j = y; j < 64; j += 16)
            slab_a[x][j] = a[(row + j) * k + first + x];
        for (int j = y * 16 + x; j < 1024; j += 256)
            slab_b[j / 64][j % 64] = b[(first + j / 64) * n + column + j % 64];
        __syncthreads();
#pragma unroll 2
        for (int i = 0; i < 16; i++) {
            float f[4] = {slab_a[i][4 * y], slab_a[i][4 * y + 1], slab_a[i][4 * y + 2], slab_a[i][4 * y + 3]};
            float g[4] = {slab_b[i][x], slab_b[i][x + 16], slab_b[i][x + 32], slab_b[i][x + 48]};
            sums.add(f, g);
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int s = 0; s < 4; s++)
            c[(row + 4 * y + r) * n + column + x + 16 * s] = sums.v[r][s];
}
