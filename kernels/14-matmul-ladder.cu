// Kernels of the lesson "The matmul ladder": nine versions of C = A x B,
// each with one new idea, and a tenth for smaller products. A has m rows
// of k floats, B has k rows of n, C has m rows of n.

// 1. One thread, one element of C, straight from global memory.
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

// 2. 32 x 32 threads share tiles of A and B. Each number in them is read
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

// 3. 64 x 8 threads make a tile of 64 x 64: each thread has eight sums
// in registers, one above the other. A number from B is read from shared
// memory once and used eight times. The tiles of A and B that it needs
// are narrow now: slabs, 8 deep.
extern "C" __global__ void matmul_column(const float *a, const float *b,
                                         float *c, int m, int k, int n)
{
    __shared__ float slab_a[64][8], slab_b[8][64];
    int thread = threadIdx.y * 64 + threadIdx.x;
    int column = blockIdx.x * 64 + threadIdx.x;
    int row = blockIdx.y * 64 + threadIdx.y * 8;

    // What this thread fetches: one number of each slab.
    int a_row = thread / 8, a_column = thread % 8;
    int from_row = blockIdx.y * 64 + a_row;

    float sum[8] = {};
    for (int first = 0; first < k; first += 8) {
        bool a_inside = from_row < m && first + a_column < k;
        bool b_inside = first + threadIdx.y < k && column < n;
        slab_a[a_row][a_column] =
            a_inside ? a[from_row * k + first + a_column] : 0;
        slab_b[threadIdx.y][threadIdx.x] =
            b_inside ? b[(first + threadIdx.y) * n + column] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float from_b = slab_b[i][threadIdx.x];
#pragma unroll
            for (int r = 0; r < 8; r++)
                sum[r] += slab_a[threadIdx.y * 8 + r][i] * from_b;
        }
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        if (row + r < m && column < n)
            c[(row + r) * n + column] = sum[r];
}

// 4. 16 x 16 threads make a tile of 128 x 128: each thread has 8 x 8
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

// The rest of the ladder moves 16 bytes with every access. n must be a
// multiple of 4 and k of 8; none needs to be a multiple of the tile. A
// thread that would fetch from beyond the last row or column fetches
// the last one instead. That makes sums which nobody stores, and saves
// a test in the loop.
//
// 256 threads make a tile of 128 x 128, each of them 8 x 8 sums. The
// slab of A lies transposed in shared memory: the numbers that a thread
// needs together are neighbours there.

// Both slabs in shared memory. PAD: unused words after each row of A's.
template <int PAD> struct __align__(16) Slabs {
    float a[8][128 + PAD];
    float b[8][128];
};

// What a thread fetches of each slab, and where from: one float4 of A
// and one of B.
struct Fetch {
    const float *from_a, *from_b;
    int n;
    float4 a, b;

    __device__ Fetch(const float *a, const float *b, int m, int k, int n)
        : n(n)
    {
        int row = min(blockIdx.y * 128 + threadIdx.x / 2, m - 1);
        int column = min(blockIdx.x * 128 + threadIdx.x % 32 * 4, n - 4);
        from_a = a + (size_t)row * k + threadIdx.x % 2 * 4;
        from_b = b + threadIdx.x / 32 * n + column;
    }

    // From global memory to registers, and on to the next slab.
    __device__ void load()
    {
        a = *(const float4 *)from_a;
        b = *(const float4 *)from_b;
        from_a += 8;
        from_b += 8 * (size_t)n;
    }

    // From registers to shared memory. Here A is transposed.
    template <int PAD> __device__ void store(Slabs<PAD> &slabs)
    {
        int row = threadIdx.x / 2, i = threadIdx.x % 2 * 4;
        slabs.a[i][row] = a.x;
        slabs.a[i + 1][row] = a.y;
        slabs.a[i + 2][row] = a.z;
        slabs.a[i + 3][row] = a.w;
        *(float4 *)&slabs.b[threadIdx.x / 32][threadIdx.x % 32 * 4] = b;
    }
};

// Which of the tile's rows and columns are a thread's: row, the three
// after it, and four more `down` rows below; columns likewise.
struct Place {
    int row, column, down, across;
};

// One step of a slab for one thread: 16 numbers in, 64 multiplications,
// along the rows of its sums or down the columns.
template <bool DOWN>
__device__ void multiply(const float *a, const float *b, Place at,
                         float (&sum)[8][8])
{
    float from_a[8], from_b[8];
    *(float4 *)&from_a[0] = *(const float4 *)&a[at.row];
    *(float4 *)&from_a[4] = *(const float4 *)&a[at.row + at.down];
    *(float4 *)&from_b[0] = *(const float4 *)&b[at.column];
    *(float4 *)&from_b[4] = *(const float4 *)&b[at.column + at.across];
    if (!DOWN) {
#pragma unroll
        for (int r = 0; r < 8; r++)
#pragma unroll
            for (int s = 0; s < 8; s++)
                sum[r][s] += from_a[r] * from_b[s];
    } else {
#pragma unroll
        for (int s = 0; s < 8; s++)
#pragma unroll
            for (int r = 0; r < 8; r++)
                sum[r][s] += from_a[r] * from_b[s];
    }
}

template <bool DOWN, int PAD>
__device__ void multiply_slabs(const Slabs<PAD> &slabs, Place at,
                               float (&sum)[8][8])
{
#pragma unroll
    for (int i = 0; i < 8; i++)
        multiply<DOWN>(slabs.a[i], slabs.b[i], at, sum);
}

// The sums to their places in C. SIDE: of the block's tile.
template <int SIDE>
__device__ void write(float *c, int m, int n, Place at,
                      const float (&sum)[8][8])
{
    int column = blockIdx.x * SIDE + at.column;
#pragma unroll
    for (int r = 0; r < 8; r++) {
        int row = blockIdx.y * SIDE + at.row + r % 4 + r / 4 * at.down;
        float *to = c + (size_t)row * n + column;
        if (row < m && column < n)
            *(float4 *)to = make_float4(sum[r][0], sum[r][1],
                                        sum[r][2], sum[r][3]);
        if (row < m && column + at.across < n)
            *(float4 *)(to + at.across) =
                make_float4(sum[r][4], sum[r][5], sum[r][6], sum[r][7]);
    }
}

// Versions 5, 6 and 7 are this loop.
template <int PAD>
__device__ void product(const float *a, const float *b, float *c, int m,
                        int k, int n, Place at)
{
    __shared__ Slabs<PAD> slabs;
    Fetch fetch(a, b, m, k, n);
    float sum[8][8] = {};
    for (int first = 0; first < k; first += 8) {
        fetch.load();
        fetch.store(slabs);
        __syncthreads();
        multiply_slabs<false>(slabs, at, sum);
        __syncthreads();
    }
    write<128>(c, m, n, at, sum);
}

// The threads stand in rows of 16, as they are numbered.
__device__ Place in_rows()
{
    Place at = {int(threadIdx.x / 16 * 4), int(threadIdx.x % 16 * 4),
                64, 64};
    return at;
}

// Each warp has 64 rows and 32 columns for itself. Its lanes lie in 8
// rows of 4: lane n beside lane n ^ 1, and lane n ^ 2 below. So n and
// n ^ 1 want the same numbers of A, n and n ^ 2 the same of B.
__device__ Place in_warps()
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int across = lane % 2 + lane / 4 % 2 * 2;
    int down = lane / 2 % 2 + lane / 8 * 2;
    Place at = {warp % 2 * 64 + down * 4, warp / 2 * 32 + across * 4,
                32, 16};
    return at;
}

// 5. Four floats with every access.
extern "C" __global__ void __launch_bounds__(256, 2)
matmul_vector(const float *a, const float *b, float *c,
              int m, int k, int n)
{
    product<0>(a, b, c, m, k, n, in_rows());
}

// 6. Four unused words after each row of A's slab, so that transposing
// it is free of conflicts.
extern "C" __global__ void __launch_bounds__(256, 2)
matmul_padded(const float *a, const float *b, float *c,
              int m, int k, int n)
{
    product<4>(a, b, c, m, k, n, in_rows());
}

// 7. The lanes of a warp are arranged so that more of them read the same
// numbers.
extern "C" __global__ void __launch_bounds__(256, 2)
matmul_warps(const float *a, const float *b, float *c,
             int m, int k, int n)
{
    product<4>(a, b, c, m, k, n, in_warps());
}

// Versions 8 and 9: two of each slab. While one is multiplied, the next
// is on its way from global memory. It goes where nobody reads, so one
// barrier is enough.
template <bool DOWN>
__device__ void product_buffered(const float *a, const float *b,
                                 float *c, int m, int k, int n)
{
    __shared__ Slabs<4> slabs[2];
    Place at = in_warps();
    Fetch fetch(a, b, m, k, n);
    float sum[8][8] = {};
    int now = 0;
    fetch.load();
    fetch.store(slabs[now]);
    __syncthreads();
    for (int next = 8; next < k; next += 8) {
        fetch.load();
        multiply_slabs<DOWN>(slabs[now], at, sum);
        now ^= 1;
        fetch.store(slabs[now]);
        __syncthreads();
    }
    multiply_slabs<DOWN>(slabs[now], at, sum);
    write<128>(c, m, n, at, sum);
}

// 8. Two buffers.
extern "C" __global__ void __launch_bounds__(256, 2)
matmul_buffered(const float *a, const float *b, float *c,
                int m, int k, int n)
{
    product_buffered<false>(a, b, c, m, k, n);
}

// 9. The 64 multiplications of a step in another order: down the
// columns.
extern "C" __global__ void __launch_bounds__(256, 2)
matmul_reordered(const float *a, const float *b, float *c,
             int m, int k, int n)
{
    product_buffered<true>(a, b, c, m, k, n);
}

// 10. For a product that is too small for tiles of 128 x 128 on every
// SM. The tiles are 64 x 64, which makes four times as many blocks. Two
// groups of 64 threads work at each tile: each has sums for all of it
// and takes every second slab of 8, so that k is divided between them.
// At the end the first group adds the sums of the second to its own.
struct __align__(16) Slices {
    float a[8][64 + 4];
    float b[8][64];
};

// One slab, fetched by 64 threads: two float4s of A and two of B each.
struct FetchSlice {
    const float *from_a, *from_b;
    size_t below_a, below_b;  // from the first of the two to the second
    int thread, k, n;
    float4 a[2], b[2];

    __device__ FetchSlice(const float *a, const float *b, int m, int k,
                          int n, int thread)
        : thread(thread), k(k), n(n)
    {
        int row = min(blockIdx.y * 64 + thread / 2, m - 1);
        int row_below = min(blockIdx.y * 64 + 32 + thread / 2, m - 1);
        int column = min(blockIdx.x * 64 + thread % 16 * 4, n - 4);
        from_a = a + (size_t)row * k + thread % 2 * 4;
        from_b = b + (size_t)(thread / 16) * n + column;
        below_a = (size_t)(row_below - row) * k;
        below_b = 4 * (size_t)n;
    }

    // The slab that begins at `first`; beyond k there are only zeros.
    __device__ void load(int first)
    {
        float4 none = make_float4(0, 0, 0, 0);
        const float *p = from_a + first;
        const float *q = from_b + (size_t)first * n;
        a[0] = first < k ? *(const float4 *)p : none;
        a[1] = first < k ? *(const float4 *)(p + below_a) : none;
        b[0] = first < k ? *(const float4 *)q : none;
        b[1] = first < k ? *(const float4 *)(q + below_b) : none;
    }

    __device__ void store(Slices &slab)
    {
#pragma unroll
        for (int j = 0; j < 2; j++) {
            int row = j * 32 + thread / 2, i = thread % 2 * 4;
            slab.a[i][row] = a[j].x;
            slab.a[i + 1][row] = a[j].y;
            slab.a[i + 2][row] = a[j].z;
            slab.a[i + 3][row] = a[j].w;
            *(float4 *)&slab.b[j * 4 + thread / 16][thread % 16 * 4] =
                b[j];
        }
    }
};

extern "C" __global__ void __launch_bounds__(128, 2)
matmul_sliced(const float *a, const float *b, float *c,
              int m, int k, int n)
{
    __shared__ union {
        Slices slabs[2][2];   // of two turns, for two groups
        float4 sums[4][64];   // a quarter of the second group's
    } shared;
    int group = threadIdx.x / 64, thread = threadIdx.x % 64;
    int lane = threadIdx.x % 32;
    int across = lane % 2 + lane / 4 % 2 * 2;
    int down = lane / 2 % 2 + lane / 8 * 2;
    Place at = {down * 4, thread / 32 * 32 + across * 4, 32, 16};

    FetchSlice fetch(a, b, m, k, n, thread);
    float sum[8][8] = {};
    int now = 0;
    fetch.load(group * 8);
    fetch.store(shared.slabs[now][group]);
    __syncthreads();
    for (int next = 16; next < k; next += 16) {
        fetch.load(next + group * 8);
#pragma unroll
        for (int i = 0; i < 8; i++)
            multiply<true>(shared.slabs[now][group].a[i],
                           shared.slabs[now][group].b[i], at, sum);
        now ^= 1;
        fetch.store(shared.slabs[now][group]);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
        multiply<true>(shared.slabs[now][group].a[i],
                       shared.slabs[now][group].b[i], at, sum);

    // Two rows of sums at a time.
#pragma unroll
    for (int r = 0; r < 8; r += 2) {
        __syncthreads();
        if (group == 1)
#pragma unroll
            for (int j = 0; j < 4; j++) {
                const float *s = &sum[r + j / 2][j % 2 * 4];
                shared.sums[j][thread] =
                    make_float4(s[0], s[1], s[2], s[3]);
            }
        __syncthreads();
        if (group == 0)
#pragma unroll
            for (int j = 0; j < 4; j++) {
                float *s = &sum[r + j / 2][j % 2 * 4];
                float4 more = shared.sums[j][thread];
                s[0] += more.x;
                s[1] += more.y;
                s[2] += more.z;
                s[3] += more.w;
            }
    }
    if (group == 0)
        write<64>(c, m, n, at, sum);
}

// What the versions must come to, added up in double: any grid and
// any block will do. A GPU checks its own large products with it.
extern "C" __global__ void
product_reference(const float *a, const float *b, float *c,
                  int m, int k, int n)
{
    long long threads = (long long)gridDim.x * gridDim.y
                      * blockDim.x * blockDim.y;
    long long block = blockIdx.y * gridDim.x + blockIdx.x;
    long long i = block * blockDim.x * blockDim.y
                + threadIdx.y * blockDim.x + threadIdx.x;
    for (; i < (long long)m * n; i += threads) {
        double sum = 0;
        for (int p = 0; p < k; p++)
            sum += (double)a[i / n * k + p]
                 * b[(long long)p * n + i % n];
        c[i] = sum;
    }
}
