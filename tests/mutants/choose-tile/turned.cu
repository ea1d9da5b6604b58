// verdict: missed - a kernel of its own, with the loads and barriers of the given one
#define TILE 32
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float at[TILE * TILE], bt[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, tiles = n / TILE;
    for (int tile = blockIdx.x; tile < tiles * tiles; tile += gridDim.x) {
        int row0 = tile / tiles * TILE, column0 = tile % tiles * TILE;
        float s00 = 0, s01 = 0, s10 = 0, s11 = 0;
        for (int k0 = 0; k0 < n; k0 += TILE) {
            for (int i = t / 32; i < TILE; i += 8) {
                int j = t % 32;
                at[j * TILE + (i ^ j)] = a[(row0 + i) * n + k0 + j];
                bt[i][j] = b[(k0 + i) * n + column0 + j];
            }
            __syncthreads();
            for (int k = 0; k < TILE; k++) {
                float p = at[k * TILE + (y ^ k)], q = at[k * TILE + ((y + 16) ^ k)];
                s00 += p * bt[k][x], s01 += p * bt[k][x + 16];
                s10 += q * bt[k][x], s11 += q * bt[k][x + 16];
            }
            __syncthreads();
        }
        float *to = c + (row0 + y) * n + column0 + x;
        to[0] = s00, to[16] = s01, to[16 * n] = s10, to[16 * n + 16] = s11;
    }
}
