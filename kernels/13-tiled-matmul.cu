// Kernels of the lesson "A tiled matrix product": C = A x B. A has m
// rows of k floats, B has k rows of n, C has m rows of n. Every block
// makes a square of C with BLOCK_SIZE rows and columns, one element for
// each thread.

#ifndef BLOCK_SIZE
#define BLOCK_SIZE 16
#endif

// Straight from global memory.
extern "C" __global__ void matmul_naive(const float *a, const float *b,
                                        float *c, int m, int k, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}

// Through tiles. All threads of a block go through the loop together,
// also those that lie outside of C: they are needed to fetch. What lies
// outside of A or B is zero in the tile.
extern "C" __global__ void matmul_tiled(const float *a, const float *b,
                                        float *c, int m, int k, int n)
{
    __shared__ float tile_a[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float tile_b[BLOCK_SIZE][BLOCK_SIZE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * BLOCK_SIZE + x;
    int row = blockIdx.y * BLOCK_SIZE + y;

    float sum = 0;
    for (int first = 0; first < k; first += BLOCK_SIZE) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < BLOCK_SIZE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

// The same with rows of the tiles one word longer.
extern "C" __global__ void matmul_padded(const float *a, const float *b,
                                         float *c, int m, int k, int n)
{
    __shared__ float tile_a[BLOCK_SIZE][BLOCK_SIZE + 1];
    __shared__ float tile_b[BLOCK_SIZE][BLOCK_SIZE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * BLOCK_SIZE + x;
    int row = blockIdx.y * BLOCK_SIZE + y;

    float sum = 0;
    for (int first = 0; first < k; first += BLOCK_SIZE) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < BLOCK_SIZE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

// The size of the tiles comes with the launch: both lie in dynamic
// shared memory, and have one dimension.
extern "C" __global__ void matmul_dynamic(const float *a, const float *b,
                                          float *c, int m, int k, int n)
{
    extern __shared__ float tiles[];
    int size = blockDim.x;
    float *tile_a = tiles, *tile_b = tiles + size * size;
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * size + x;
    int row = blockIdx.y * size + y;

    float sum = 0;
    for (int first = 0; first < k; first += size) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y * size + x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y * size + x] =
            b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < size; i++)
            sum += tile_a[y * size + i] * tile_b[i * size + x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

// With cooperative groups. The block is an object here, and the barrier
// one of its functions. (The toolkit's header is large, so it is
// included only where GROUPS is set.)
#ifdef GROUPS
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void matmul_group(const float *a, const float *b,
                                        float *c, int m, int k, int n)
{
    __shared__ float tile_a[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float tile_b[BLOCK_SIZE][BLOCK_SIZE];
    cg::thread_block block = cg::this_thread_block();
    int x = block.thread_index().x, y = block.thread_index().y;
    int column = block.group_index().x * BLOCK_SIZE + x;
    int row = block.group_index().y * BLOCK_SIZE + y;

    float sum = 0;
    for (int first = 0; first < k; first += BLOCK_SIZE) {
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        block.sync();
        for (int i = 0; i < BLOCK_SIZE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        block.sync();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
#endif

// As in a course: as many pairs of tiles as the grid is wide.
extern "C" __global__ void matmul_as_wide(const float *a, const float *b,
                                          float *c, int m, int k, int n)
{
    __shared__ float tile_a[BLOCK_SIZE][BLOCK_SIZE];
    __shared__ float tile_b[BLOCK_SIZE][BLOCK_SIZE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * BLOCK_SIZE + x;
    int row = blockIdx.y * BLOCK_SIZE + y;

    float sum = 0;
    for (int pair = 0; pair < gridDim.x; pair++) {
        int first = pair * BLOCK_SIZE;
        bool a_inside = row < m && first + x < k;
        bool b_inside = first + y < k && column < n;
        tile_a[y][x] = a_inside ? a[row * k + first + x] : 0;
        tile_b[y][x] = b_inside ? b[(first + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < BLOCK_SIZE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

// What the exercise "turned-b" must compute: C = A x B transposed. B has
// n rows of k floats here.
extern "C" __global__ void turned_b_reference(const float *a,
                                              const float *b, float *c,
                                              int m, int k, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[column * k + i];
    c[row * n + column] = sum;
}

// What the exercise "choose-tile" must compute.
extern "C" __global__ void square_reference(const float *a,
                                            const float *b, float *c,
                                            int n)
{
    int first = blockIdx.x * 256 + threadIdx.y * 16 + threadIdx.x;
    for (int i = first; i < n * n; i += gridDim.x * 256) {
        float sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i / n * n + k] * b[k * n + i % n];
        c[i] = sum;
    }
}
