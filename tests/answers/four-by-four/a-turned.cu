// A's slab lies turned, with two words left out after each row.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float sa[16][66];
    __shared__ __align__(16) float sb[16][64];
    int t = threadIdx.y * 16 + threadIdx.x, x = threadIdx.x,
        y = threadIdx.y;
    a += blockIdx.y * 64 * k;
    b += blockIdx.x * 64;
    float s[4][4] = {};
    for (int f = 0; f < k; f += 16) {
        for (int j = t; j < 1024; j += 256) {
            sa[j % 16][j / 16] = a[j / 16 * k + f + j % 16];
            sb[j / 64][j % 64] = b[(f + j / 64) * n + j % 64];
        }
        __syncthreads();
#pragma unroll 4
        for (int i = 0; i < 16; i++) {
            float p[4], q[4];
#pragma unroll
            for (int u = 0; u < 4; u++) {
                p[u] = sa[i][y + 16 * u];
                q[u] = sb[i][x + 16 * u];
            }
#pragma unroll
            for (int u = 0; u < 4; u++)
#pragma unroll
                for (int v = 0; v < 4; v++)
                    s[u][v] += p[u] * q[v];
        }
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < 4; u++)
#pragma unroll
        for (int v = 0; v < 4; v++)
            c[(blockIdx.y * 64 + y + 16 * u) * n + blockIdx.x * 64 + x +
              16 * v] = s[u][v];
}
