// Exercise pairs: a transpose that moves 16 bytes at a time.
//
// `in` has `height` rows of `width` doubles; out[x * height + y] must
// become in[y * width + x]. The kernel is right and free of conflicts,
// but each access moves one double. Make them all double2: global loads
// and stores, and those of the tile. The tile keeps its 8192 bytes.
//
// The launch stays as it is: 256 threads for a tile of 32 x 32. Width
// and height are multiples of 4, and not always of 32.
//
// Check it: type "check pairs" at the prompt of Warpschool.

extern "C" __global__ void transpose(const double *in, double *out,
                                     int width, int height)
{
    __shared__ double tile[32][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    // TODO: a patch of 2 x 2 for each thread: two loads of a double2.
    int x = blockIdx.x * 32 + lane, y = blockIdx.y * 32;
    for (int j = warp; j < 32; j += 8)
        if (x < width && y + j < height)
            tile[j][lane ^ j] = in[(y + j) * width + x];
    __syncthreads();

    // TODO: two stores of a double2.
    int to_x = blockIdx.y * 32 + lane, to_y = blockIdx.x * 32;
    for (int j = warp; j < 32; j += 8)
        if (to_x < height && to_y + j < width)
            out[(to_y + j) * height + to_x] = tile[lane][j ^ lane];
}
