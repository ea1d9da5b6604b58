// B's tile is written turned, into rows of 33 words; two places take turns, so one
// barrier for each pair of tiles is enough.
#define TILE 32
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int k, int n)
{
    __shared__ float tile_a[2][TILE][TILE], tile_b[2][TILE][TILE + 1];
    const int x = threadIdx.x, y = threadIdx.y;
    const int row = blockIdx.y * TILE + y, b_row = blockIdx.x * TILE + y;
    auto load = [&](int place, int first) {
        tile_a[place][y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
        tile_b[place][x][y] = b_row < n && first + x < k ? b[b_row * k + first + x] : 0;
    };
    float sum = 0;
    load(0, 0);
    for (int first = 0, place = 0; first < k; first += TILE, place ^= 1) {
        __syncthreads();
        if (first + TILE < k)
            load(place ^ 1, first + TILE);
        for (int i = 0; i < TILE; i++)
            sum += tile_a[place][y][i] * tile_b[place][i][x];
    }
    const int column = blockIdx.x * TILE + x;
    if (row < m && column < n)
        c[row * n + column] = sum;
}
