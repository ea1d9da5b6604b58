// verdict: wrong - leaves old numbers in the tile where it hangs over the edge

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;

    float sum = 0;
    for (int first = 0; first < k; first += 16) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        if (a_inside)
            tile_a[y][x] = a[row * k + first + x];
        if (b_inside)
            tile_b[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
