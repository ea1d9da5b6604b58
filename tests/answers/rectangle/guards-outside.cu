// The guards stand around whole loops.
extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[33 * 32];
    int lane = threadIdx.x, row = threadIdx.y;
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (x + lane < width)
        for (int j = row; j < 32 && y + j < height; j += blockDim.y)
            tile[j * 33 + lane] = in[(y + j) * width + x + lane];
    __syncthreads();
    if (y + lane < height)
        for (int j = row; j < 32 && x + j < width; j += blockDim.y)
            out[(x + j) * height + y + lane] = tile[lane * 33 + j];
}
