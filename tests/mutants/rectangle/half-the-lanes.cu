// verdict: missed - 16 of the 32 lanes work, twice as often

extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int k = threadIdx.x; k < 32 && threadIdx.x < 16; k += 16)
        for (int j = threadIdx.y; j < 32; j += 8)
            if (x + k < width && y + j < height)
                tile[j][k] = in[(y + j) * width + x + k];
    __syncthreads();
    for (int k = threadIdx.x; k < 32 && threadIdx.x < 16; k += 16)
        for (int j = threadIdx.y; j < 32; j += 8)
            if (y + k < height && x + j < width)
                out[(x + j) * height + y + k] = tile[k][j];
}
