// verdict: missed - three of the eight warps carry the tile

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32 * 33];
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 3; j += 3)
        if (x + lane < width && y + j < height)
            tile[33 * j + lane] = in[(y + j) * width + x + lane];
    __syncthreads();
    for (int j = threadIdx.y; j < 32 && threadIdx.y < 3; j += 3)
        if (y + lane < height && x + j < width)
            out[(x + j) * height + y + lane] = tile[33 * lane + j];
}
