// Exercise any-size: a tiled product for matrices of any size.
//
// C = A x B. A has m rows of k floats, B has k rows of n, C has m rows
// of n. The kernel is right where m, k and n are multiples of 16.
// For other sizes it accesses words outside of the matrices, and leaves
// out the last, narrow tiles. Make it right for all sizes. Keep the
// tiles.
//
// The launch stays as it is: 16 x 16 threads, enough blocks to cover C.
//
// Check it: type "check any-size" at the prompt of Warpschool.

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float tile_a[16][16], tile_b[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;

    float sum = 0;
    for (int first = 0; first + 16 <= k; first += 16) {
        // TODO: what if this lies outside of A or B?
        tile_a[y][x] = a[row * k + first + x];
        tile_b[y][x] = b[(first + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
