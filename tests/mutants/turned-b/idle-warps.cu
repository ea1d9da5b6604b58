// verdict: missed - half of the warps make stores that nobody reads
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float ta[32][33], tb[32][33], junk[32][32];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 32 + x;
    volatile float *v = junk[y];
    float s0 = 0, s1 = 0; bool lazy = y >= 16;
    for (int f = 0; f < k; f += 32) {
        if (!lazy) for (int q = y; q < 32; q += 16) {
            int row = blockIdx.y * 32 + q, br = blockIdx.x * 32 + q;
            ta[q][x] = row < m && f + x < k ? a[row * k + f + x] : 0;
            tb[q][x] = br < n && f + x < k ? b[br * k + f + x] : 0;
        }
        __syncthreads();
        if (!lazy) for (int i = 0; i < 32; i++) { float t = tb[x][i]; s0 += ta[y][i] * t; s1 += ta[y + 16][i] * t; }
        else for (int i = 0; i < 100; i++) v[x] = 0;
        __syncthreads();
    }
    if (!lazy && col < n) { int r0 = blockIdx.y * 32 + y; if (r0 < m) c[r0 * n + col] = s0; if (r0 + 16 < m) c[(r0 + 16) * n + col] = s1; }
}
