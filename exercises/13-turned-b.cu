// Exercise turned-b: a product with a matrix that is stored transposed.
//
// A has m rows of k floats, B has n rows of k, C has m rows of n:
// c[row * n + column] is the sum of a[row * k + i] * b[column * k + i].
// The kernel is right, but a warp loads 32 numbers of B from 32 rows.
// Let its loads run along rows, without conflicts in the tiles.
//
// The launch stays as it is: 32 x 32 threads, enough blocks to cover C.
// The sizes are multiples of 8, and not always of 32.
//
// Check it: type "check turned-b" at the prompt of Warpschool.

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[32][32], tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;

    float sum = 0;
    for (int first = 0; first < k; first += 32) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        // TODO: neighbouring lanes are in different rows of B.
        tile_b[y][x] = b_inside ? b[column * k + first + y] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
