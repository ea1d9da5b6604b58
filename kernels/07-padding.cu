// Kernels of the lesson "Padding": one transpose in three versions,
// out[x][y] = in[y][x]. `in` has `height` rows of `width` numbers. A
// block is 32 x 32 threads and moves one tile of 32 x 32.

// From global to global memory. A warp reads along a row of `in`.
extern "C" __global__ void transpose_naive(const int *in, int *out,
                                           int width, int height)
{
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        out[x * height + y] = in[y * width + x];
}

// Through a tile. In global memory a warp reads a row and writes a row.
extern "C" __global__ void transpose_shared(const int *in, int *out,
                                            int width, int height)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();

    // The tile's place in `out`: block row and block column change
    // places, lanes still run along a row.
    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;
    if (to_x < height && to_y < width)
        out[to_y * height + to_x] = tile[threadIdx.x][threadIdx.y];
}

// The same, with one unused word at the end of each row of the tile.
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

// For the sweep: any padding, and the tile as an array of one
// dimension.
#ifndef PAD
#define PAD 1
#endif

extern "C" __global__ void transpose_flat(const int *in, int *out,
                                          int width, int height)
{
    const int row = 32 + PAD;  // words from one row to the next
    __shared__ int tile[32 * row];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y * row + threadIdx.x] = in[y * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;
    if (to_x < height && to_y < width)
        out[to_y * height + to_x] =
            tile[threadIdx.x * row + threadIdx.y];
}
