// Exercise four-by-four: sixteen sums in the registers of each thread.
//
// C = A x B. A has m rows of k floats, B has k rows of n, C has m rows
// of n. 16 x 16 threads make a tile of 64 x 64, so each has 16 elements.
// The kernel makes them one after the other, and goes through all the
// slabs of A and B for each. Go through the slabs once, with 16 sums in
// registers.
//
// The launch stays as it is. m and n are multiples of 64, k is a
// multiple of 16.
//
// Check it: type "check four-by-four" at the prompt of Warpschool.

extern "C" __global__ void matmul(const float *a, const float *b,
                                  float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][16], slab_b[16][64];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 64, column = blockIdx.x * 64;

    // TODO: these two loops fetch everything sixteen times.
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++) {
            float sum = 0;
            for (int first = 0; first < k; first += 16) {
                for (int j = y; j < 64; j += 16)
                    slab_a[j][x] = a[(row + j) * k + first + x];
                for (int j = y * 16 + x; j < 1024; j += 256)
                    slab_b[j / 64][j % 64] =
                        b[(first + j / 64) * n + column + j % 64];
                __syncthreads();
                for (int i = 0; i < 16; i++)
                    sum += slab_a[y + 16 * r][i] * slab_b[i][x + 16 * s];
                __syncthreads();
            }
            c[(row + y + 16 * r) * n + column + x + 16 * s] = sum;
        }
}
