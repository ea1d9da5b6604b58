// Kernels of the lesson "The roofline": what they compute for each byte
// that they move.

// One addition for 12 bytes.
extern "C" __global__ void add(const float *a, const float *b,
                               float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = a[i] + b[i];
}

// A multiplication with an addition for each term, and 8 bytes for each
// place. The coefficients are 1, 2, 3 and so on: no memory has to
// deliver them.
extern "C" __global__ void polynomial(const float *in, float *out,
                                      int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i], sum = 0;
    for (int k = terms; k > 0; k--)
        sum = sum * x + k;
    out[i] = sum;
}

extern "C" __global__ void polynomial_reference(const float *in,
                                                float *out, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double x = in[i], sum = 0, power = 1;
    for (int k = 1; k <= terms; k++) {
        sum += k * power;
        power *= x;
    }
    out[i] = sum;
}

// Three products of lesson 14. One thread, one element of C, straight
// from global memory.
extern "C" __global__ void matmul_naive(const float *a, const float *b,
                                        float *c, int m, int k, int n)
{
    int column = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

// 32 x 32 threads share tiles of A and B. Each number in them is read
// from global memory once and used 32 times.
extern "C" __global__ void matmul_tiled(const float *a, const float *b,
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
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 32; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

// 16 x 16 threads make a tile of 128 x 128: each thread has 8 x 8
// sums, 16 rows and 16 columns apart. Eight numbers from each slab make
// 64 multiplications.
extern "C" __global__ void matmul_square(const float *a, const float *b,
                                         float *c, int m, int k, int n)
{
    __shared__ float slab_a[128][8], slab_b[8][128];
    int x = threadIdx.x, y = threadIdx.y, thread = y * 16 + x;
    int row = blockIdx.y * 128, column = blockIdx.x * 128;

    float sum[8][8] = {};
    for (int first = 0; first < k; first += 8) {
#pragma unroll
        for (int i = thread; i < 128 * 8; i += 256) {
            int r = i / 8, s = i % 8;  // of slab_a
            slab_a[r][s] = row + r < m && first + s < k
                               ? a[(row + r) * k + first + s] : 0;
            s = i / 128, r = i % 128;  // of slab_b, where r is a column
            slab_b[s][r] = first + s < k && column + r < n
                               ? b[(first + s) * n + column + r] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float from_a[8], from_b[8];
#pragma unroll
            for (int j = 0; j < 8; j++) {
                from_a[j] = slab_a[y + 16 * j][i];
                from_b[j] = slab_b[i][x + 16 * j];
            }
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int s = 0; s < 8; s++)
                    sum[r][s] += from_a[r] * from_b[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int s = 0; s < 8; s++)
            if (row + y + 16 * r < m && column + x + 16 * s < n)
                c[(row + y + 16 * r) * n + column + x + 16 * s] =
                    sum[r][s];
}

// What the exercise "denser" must compute: a polynomial at 8 places for
// each thread, one place after the other.
extern "C" __global__ void evaluate_reference(const float *factors,
                                              const float *in,
                                              float *out, int terms)
{
    for (int place = 0; place < 8; place++) {
        int i = (blockIdx.x * 8 + place) * 256 + threadIdx.x;
        float sum = 0;
        for (int k = terms - 1; k >= 0; k--)
            sum = fmaf(sum, in[i], factors[k]);
        out[i] = sum;
    }
}
