// Four of the eight warps carry the tile. That is wasteful, and right.
extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 4; j += 4)
        if (x < width && y + j < height)
            tile[j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32;
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 4; j += 4)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][j];
}
