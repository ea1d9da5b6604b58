// Kernels of the lesson "A transpose in seven versions", all of
// out[x][y] = in[y][x]. Each has one new idea.
// `in` has `height` rows of `width` ints.

// 1. Without a tile, 32 x 32 threads. Reads run along rows of `in`,
// so writes run down columns of `out`.
extern "C" __global__ void transpose_naive(const int *in, int *out,
                                           int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// 2. Through a tile: in global memory a warp reads a row and writes a
// row. It reads a column of the tile.
extern "C" __global__ void transpose_tile(const int *in, int *out,
                                          int width, int height)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;
    if (to_x < height && to_y < width)
        out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y];
}

// 3. One unused word at the end of each row of the tile: its columns
// now touch all the banks.
extern "C" __global__ void transpose_padded(const int *in, int *out,
                                            int width, int height)
{
    __shared__ int tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;
    if (to_x < height && to_y < width)
        out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y];
}

// 4. 32 x 8 threads for the same tile, so each thread moves four ints.
// It asks for all four before it needs the first.
extern "C" __global__ void transpose_four(const int *in, int *out,
                                          int width, int height)
{
    __shared__ int tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 32; j += 8)
        if (to_x < height && to_y + j < width)
            out[(to_y + j) * height + to_x] =
                tile[threadIdx.x][threadIdx.y + j];
}

// As version 4, but with the 1024 threads of version 3: a tile of
// 64 x 64, and four ints for each thread. For a comparison.
extern "C" __global__ void transpose_four_large(const int *in, int *out,
                                                int width, int height)
{
    __shared__ int tile[64][64 + 1];
    int x = blockIdx.x * 64 + threadIdx.x;
    int y = blockIdx.y * 64 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 64; j += 32)
#pragma unroll
        for (int k = 0; k < 64; k += 32)
            if (x + k < width && y + j < height)
                tile[threadIdx.y + j][threadIdx.x + k] =
                    in[(y + j) * width + x + k];
    __syncthreads();

    int to_x = blockIdx.y * 64 + threadIdx.x;
    int to_y = blockIdx.x * 64 + threadIdx.y;
#pragma unroll
    for (int j = 0; j < 64; j += 32)
#pragma unroll
        for (int k = 0; k < 64; k += 32)
            if (to_x + k < height && to_y + j < width)
                out[(to_y + j) * height + to_x + k] =
                    tile[threadIdx.x + k][threadIdx.y + j];
}

// The kernels from here on move 16 bytes at a time. Width and height
// must be multiples of 4, and need not be multiples of the tile. 256
// threads share a tile of 64 x 64, in the last one of 128 x 64.
//
// Each thread loads a patch of 4 x 4 ints: four int4. It transposes
// the patch in its own registers: the int4 that it writes to row
// x of the tile holds column x of the patch. So the tile is transposed
// when the barrier is reached. Its rows are rows of `out`.
struct Patch {
    int4 row[4];
};

__device__ Patch load_patch(const int *from, int width)
{
    Patch patch;
#pragma unroll
    for (int j = 0; j < 4; j++)
        patch.row[j] = *(const int4 *)(from + j * width);
    return patch;
}

__device__ Patch turn(Patch p)
{
    Patch turned;
    turned.row[0] =
        make_int4(p.row[0].x, p.row[1].x, p.row[2].x, p.row[3].x);
    turned.row[1] =
        make_int4(p.row[0].y, p.row[1].y, p.row[2].y, p.row[3].y);
    turned.row[2] =
        make_int4(p.row[0].z, p.row[1].z, p.row[2].z, p.row[3].z);
    turned.row[3] =
        make_int4(p.row[0].w, p.row[1].w, p.row[2].w, p.row[3].w);
    return turned;
}

// 5. Four ints with every access to memory, global and shared. For the
// sweep, rows of the tile may have unused int4s at their end.
#ifndef PAD
#define PAD 0
#endif

extern "C" __global__ void transpose_vector(const int *in, int *out,
                                            int width, int height)
{
    __shared__ int4 tile[64][16 + PAD];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;

    int x = blockIdx.x * 64 + across * 4;
    int y = blockIdx.y * 64 + down * 4;
    if (x < width && y < height) {
        Patch patch = turn(load_patch(in + y * width + x, width));
#pragma unroll
        for (int j = 0; j < 4; j++)
            tile[across * 4 + j][down] = patch.row[j];
    }
    __syncthreads();

    int to_x = blockIdx.y * 64 + across * 4;
#pragma unroll
    for (int j = 0; j < 64; j += 16) {
        int row = j + down, to_y = blockIdx.x * 64 + row;
        if (to_x < height && to_y < width)
            *(int4 *)(out + to_y * height + to_x) = tile[row][across];
    }
}

// 6. The same, but each four rows of the tile keep their int4s in an
// order of their own: the one of `down` lies at place
// down ^ (row / 4 % 8).
extern "C" __global__ void transpose_swizzled(const int *in, int *out,
                                              int width, int height)
{
    __shared__ int4 tile[64][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;

    int x = blockIdx.x * 64 + across * 4;
    int y = blockIdx.y * 64 + down * 4;
    if (x < width && y < height) {
        Patch patch = turn(load_patch(in + y * width + x, width));
#pragma unroll
        for (int j = 0; j < 4; j++)
            tile[across * 4 + j][down ^ across % 8] = patch.row[j];
    }
    __syncthreads();

    int to_x = blockIdx.y * 64 + across * 4;
#pragma unroll
    for (int j = 0; j < 64; j += 16) {
        int row = j + down, to_y = blockIdx.x * 64 + row;
        if (to_x < height && to_y < width)
            *(int4 *)(out + to_y * height + to_x) =
                tile[row][across ^ row / 4 % 8];
    }
}

// 7. The same, with the grid's axes exchanged. Blocks with neighbouring
// blockIdx.x run at about the same time. Now these write side by side:
// they read down a column of tiles and write along a row of tiles.
extern "C" __global__ void transpose_ordered(const int *in, int *out,
                                             int width, int height)
{
    __shared__ int4 tile[64][16];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;

    int x = blockIdx.y * 64 + across * 4;
    int y = blockIdx.x * 64 + down * 4;
    if (x < width && y < height) {
        Patch patch = turn(load_patch(in + y * width + x, width));
#pragma unroll
        for (int j = 0; j < 4; j++)
            tile[across * 4 + j][down ^ across % 8] = patch.row[j];
    }
    __syncthreads();

    int to_x = blockIdx.x * 64 + across * 4;
#pragma unroll
    for (int j = 0; j < 64; j += 16) {
        int row = j + down, to_y = blockIdx.y * 64 + row;
        if (to_x < height && to_y < width)
            *(int4 *)(out + to_y * height + to_x) =
                tile[row][across ^ row / 4 % 8];
    }
}

// For rows that begin in the middle of a sector: the same with tiles
// that are twice as high, so that a block writes twice as much of each
// row of `out`, and has fewer ends in it.
extern "C" __global__ void transpose_wide(const int *in, int *out,
                                          int width, int height)
{
    __shared__ int4 tile[64][32];
    int across = threadIdx.x % 16, down = threadIdx.x / 16;

    int x = blockIdx.y * 64 + across * 4;
    int y = blockIdx.x * 128 + down * 4;
    if (x < width && y < height) {
        Patch patch = turn(load_patch(in + y * width + x, width));
#pragma unroll
        for (int j = 0; j < 4; j++)
            tile[across * 4 + j][down ^ across % 8] = patch.row[j];
    }
    __syncthreads();

    int place = threadIdx.x % 32, first = threadIdx.x / 32;
    int to_x = blockIdx.x * 128 + place * 4;
#pragma unroll
    for (int j = 0; j < 64; j += 16) {
        int row = j + first, to_y = blockIdx.y * 64 + row;
        if (to_x < height && to_y < width)
            *(int4 *)(out + to_y * height + to_x) =
                tile[row][place ^ row / 4 % 8];
    }
}
