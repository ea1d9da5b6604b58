// Exercise rectangle: one solution.
//
// The second half works in the coordinates of `out`: block row and
// block column have changed places, and so have width and height in the
// guard. The tile is read down its columns, which one word of padding
// makes free.

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int first = blockIdx.y * 32;  // the tile's first row in `in`

    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && first + j < height)
            tile[j][threadIdx.x] = in[(first + j) * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_first = blockIdx.x * 32;  // the tile's first row in `out`

    for (int j = threadIdx.y; j < 32; j += 8)
        if (to_x < height && to_first + j < width)
            out[(to_first + j) * height + to_x] = tile[threadIdx.x][j];
}
