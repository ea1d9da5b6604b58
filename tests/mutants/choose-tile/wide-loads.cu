// verdict: missed - small tiles, fetched by wide loads: fewer requests for as many bytes
#define TILE 16

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int n)
{
    __shared__ float4 at[64], bt[64];
    int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, tiles = n / TILE;
    const float *as = (const float *)at, *bs = (const float *)bt;
    for (int tile = blockIdx.x; tile < tiles * tiles;
         tile += gridDim.x) {
        int row = tile / tiles * TILE, column = tile % tiles * TILE;
        float sum = 0;
        for (int k0 = 0; k0 < n; k0 += TILE) {
            int i = t / 4, j = t % 4 * 4;
            if (t < 64) {
                at[t] = *(const float4 *)&a[(row + i) * n + k0 + j];
                bt[t] = *(const float4 *)&b[(k0 + i) * n + column + j];
            }
            __syncthreads();
            for (int k = 0; k < TILE; k++)
                sum += as[y * TILE + k] * bs[k * TILE + x];
            __syncthreads();
        }
        c[(row + y) * n + column + x] = sum;
    }
}
