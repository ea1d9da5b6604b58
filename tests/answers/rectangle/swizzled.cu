// No padding: the place in a row depends on the row.
__device__ int place(int row, int column)
{
    return row * 32 + (column + row) % 32;
}

template <typename Number>
__device__ void turn(const Number *in, Number *out, int width, int height,
                     Number *tile)
{
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = threadIdx.y * 4; j < threadIdx.y * 4 + 4; j++)
        if (x + lane < width && y + j < height)
            tile[place(j, lane)] = in[(y + j) * width + x + lane];
    __syncthreads();
    for (int j = threadIdx.y * 4; j < threadIdx.y * 4 + 4; j++)
        if (y + lane < height && x + j < width)
            out[(x + j) * height + y + lane] = tile[place(lane, j)];
}

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[1024];
    turn(in, out, width, height, tile);
}
