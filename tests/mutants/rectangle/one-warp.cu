// verdict: missed - one warp of eight carries the whole tile
extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int first = blockIdx.y * 32;

    for (int j = 0; j < 32 && threadIdx.y == 0; j++)
        if (x < width && first + j < height)
            tile[j][threadIdx.x] = in[(first + j) * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_first = blockIdx.x * 32;
    for (int j = 0; j < 32 && threadIdx.y == 0; j++)
        if (to_x < height && to_first + j < width)
            out[(to_first + j) * height + to_x] = tile[threadIdx.x][j];
}
