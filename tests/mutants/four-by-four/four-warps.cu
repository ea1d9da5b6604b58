// verdict: missed - four warps make 32 sums in each thread, the others fetch and count
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][16], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;

    int t = y * 16 + x;
    float sum[8][4] = {};
    for (int first = 0; first < k; first += 16) {
        if (t >= 128) {
            int u = t - 128;
            for (int j = u; j < 1024; j += 128)
                slab_a[j / 16][j % 16] = a[(row + j / 16) * k + first + j % 16];
            for (int j = u; j < 1024; j += 128)
                slab_b[j / 64][j % 64] = b[(first + j / 64) * n + column + j % 64];
        }
        __syncthreads();
        if (t < 128) {
            for (int i = 0; i < 16; i++) {
                float from_b[4];
#pragma unroll
                for (int s = 0; s < 4; s++) from_b[s] = slab_b[i][x + 16 * s];
#pragma unroll
                for (int r = 0; r < 8; r++) {
                    float f = slab_a[y + 8 * r][i];
#pragma unroll
                    for (int s = 0; s < 4; s++) sum[r][s] += f * from_b[s];
                }
            }
        } else {
            int v = t;
            for (int j = 0; j < 120; j++) { v = v * 5 + j; v ^= v >> 3; }
            if (v == 77 && n < 0) c[0] = v;
        }
        __syncthreads();
    }
    if (t < 128)
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int s = 0; s < 4; s++)
            c[(row + y + 8 * r) * n + column + x + 16 * s] = sum[r][s];
}
