// Pointers walk, whole tiles come first and the cut one behind them.
template <bool CUT>
__device__ __forceinline__ float one(float (*ta)[17], float (*tb)[17], const float *a, const float *b, bool in_a, bool in_b, int left, float sum)
{
    int x = threadIdx.x, y = threadIdx.y;
    ta[y][x] = in_a && (!CUT || x < left) ? *a : 0;
    tb[y][x] = in_b && (!CUT || y < left) ? *b : 0;
    __syncthreads();
    int most = CUT ? left : 16;
    for (int i = 0; i < most; i++) sum += ta[y][i] * tb[i][x];
    __syncthreads();
    return sum;
}
extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][17], tile_b[16][17];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    bool in_a = row < m, in_b = column < n;
    a += row * k + threadIdx.x;
    b += threadIdx.y * n + column;
    float sum = 0;
    int left = k;
    for (; left >= 16; left -= 16, a += 16, b += 16 * n) sum = one<false>(tile_a, tile_b, a, b, in_a, in_b, left, sum);
    if (left) sum = one<true>(tile_a, tile_b, a, b, in_a, in_b, left, sum);
    if (in_a && in_b) c[row * n + column] = sum;
}
