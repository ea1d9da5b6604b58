// An enumerator, with a check of the limit.
enum { TILE = 32 };
static_assert(2 * TILE * TILE * sizeof(float) <= 16 * 1024, "16 KiB");

// 16 x 16 threads; each has (TILE / 16) x (TILE / 16) numbers of the
// result. Blocks go through the tiles one after the other. n must be a
// multiple of TILE.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int n)
{
    __shared__ float at[TILE][TILE], bt[TILE][TILE];
    const int each = TILE / 16;
    int x = threadIdx.x, y = threadIdx.y, tiles = n / TILE;

    for (int tile = blockIdx.x; tile < tiles * tiles;
         tile += gridDim.x) {
        int row0 = tile / tiles * TILE, column0 = tile % tiles * TILE;
        float sum[each][each] = {};
        for (int k0 = 0; k0 < n; k0 += TILE) {
            for (int i = y; i < TILE; i += 16)
                for (int j = x; j < TILE; j += 16) {
                    at[i][j] = a[(row0 + i) * n + k0 + j];
                    bt[i][j] = b[(k0 + i) * n + column0 + j];
                }
            __syncthreads();
            for (int k = 0; k < TILE; k++)
                for (int i = 0; i < each; i++)
                    for (int j = 0; j < each; j++)
                        sum[i][j] += at[i * 16 + y][k]
                                     * bt[k][j * 16 + x];
            __syncthreads();
        }
        for (int i = 0; i < each; i++)
            for (int j = 0; j < each; j++)
                c[(row0 + i * 16 + y) * n + column0 + j * 16 + x] =
                    sum[i][j];
    }
}
