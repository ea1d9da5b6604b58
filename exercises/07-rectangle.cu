// Exercise rectangle: a fast transpose of a matrix that is not square.
//
// `in` has `height` rows of `width` numbers; out[x * height + y] must
// become in[y * width + x]. The kernel is right, and slow: the writes
// to `out` run down a column. Make reads and writes both run along
// rows, through the tile, without a conflict in any request to shared
// memory.
//
// The launch stays as it is: 32 x 8 threads for a tile of 32 x 32, so
// each thread moves four numbers. Width and height are multiples of 8,
// and not always of 32.
//
// Check it: type "check rectangle" at the prompt of Warpschool.

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int first = blockIdx.y * 32;  // the tile's first row in `in`

    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && first + j < height)
            tile[j][threadIdx.x] = in[(first + j) * width + x];
    __syncthreads();

    // TODO: here a warp writes to 32 different rows of `out`.
    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && first + j < height)
            out[x * height + first + j] = tile[j][threadIdx.x];
}
