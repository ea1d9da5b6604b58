// Both tiles are read 16 bytes at a time, that of B is turned.
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ __align__(16) float tile_a[16][20], turned_b[16][20];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    double sum = 0;
    int tiles = (k + 15) / 16;
    for (int tile = 0; tile < tiles; tile++) {
        float f = 0, g = 0;
        int s = tile * 16;
        if (row < m && s + x < k) f = a[row * k + s + x];
        if (s + y < k && column < n) g = b[(s + y) * n + column];
        __syncthreads();
        tile_a[y][x] = f;
        turned_b[x][y] = g;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i += 4) {
            float4 p = *(float4 *)&tile_a[y][i], q = *(float4 *)&turned_b[x][i];
            sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
        }
    }
    if (row < m && column < n) c[row * n + column] = (float)sum;
}
