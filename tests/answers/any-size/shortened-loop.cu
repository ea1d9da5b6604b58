// The inner loop is shortened where the others store zeros; two tiles in turn, one barrier each.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float ta[2][16][16], tb[2][16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    bool mine = row < m && column < n;
    float sum = 0;
    int p = 0;
    for (int first = 0; first < k; first += 16, p ^= 1) {
        int deep = min(16, k - first);
        if (row < m && x < deep) ta[p][y][x] = a[row * k + first + x];
        if (column < n && y < deep) tb[p][y][x] = b[(first + y) * n + column];
        __syncthreads();
        if (mine)
            for (int i = 0; i < deep; i++) sum += ta[p][y][i] * tb[p][i][x];
    }
    if (mine) c[row * n + column] = sum;
}
