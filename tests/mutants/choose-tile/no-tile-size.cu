// verdict: missed - a kernel of its own that has no TILE, with the loads and barriers of the given one
#define TILE 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float both[2][32][32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int tile = blockIdx.x; tile < n / 32 * (n / 32); tile += gridDim.x) {
        const float *from_a = a + tile / (n / 32) * 32 * n, *from_b = b + tile % (n / 32) * 32;
        float sum[4] = {};
        for (int k0 = 0; k0 < n / 32; k0++, from_a += 32, from_b += 32 * n) {
            for (int q = 0; q < 4; q++) {
                int i = y + q / 2 * 16, j = x + q % 2 * 16;
                both[0][i][j] = from_a[i * n + j];
                both[1][i][j] = from_b[i * n + j];
            }
            __syncthreads();
            for (int k = 0; k < 32; k++)
                for (int q = 0; q < 4; q++) sum[q] += both[0][y + q / 2 * 16][k] * both[1][k][x + q % 2 * 16];
            __syncthreads();
        }
        for (int q = 0; q < 4; q++)
            c[(tile / (n / 32) * 32 + y + q / 2 * 16) * n + tile % (n / 32) * 32 + x + q % 2 * 16] = sum[q];
    }
}
