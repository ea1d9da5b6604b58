// A quarter of the warps fetches A's tile by fours, another one B's; both tiles
// are read by fours.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float4 tile_a[32][9], tile_b[32][9];
    const int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, r = t % 256 / 8, q = t % 8;
    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        if (t < 512) {
            const bool of_a = t < 256;
            const int row = (of_a ? blockIdx.y : blockIdx.x) * 32 + r;
            float4 four = make_float4(0, 0, 0, 0);
            if (row < (of_a ? m : n) && first + 4 * q < k)
                four = *(const float4 *)((of_a ? a : b) + row * k + first + 4 * q);
            (of_a ? tile_a : tile_b)[r][q] = four;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float4 u = tile_a[y][i], v = tile_b[x][i];
            sum += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
        }
        __syncthreads();
    }
    int row = blockIdx.y * 32 + y, column = blockIdx.x * 32 + x;
    if (row < m && column < n)
        c[row * n + column] = sum;
}
