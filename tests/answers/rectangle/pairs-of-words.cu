// Two numbers of a column lie beside each other and are read as one.
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ __align__(8) int tile[32][34];
    int left = blockIdx.x * 32, top = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (left + lane < width && top + j < height)
            tile[j][lane] = in[(top + j) * width + left + lane];
    __syncthreads();
    for (int j = 2 * threadIdx.y; j < 32; j += 16) {
        int2 two = *(const int2 *)&tile[lane][j];
        if (top + lane >= height)
            continue;
        if (left + j < width)
            out[(left + j) * height + top + lane] = two.x;
        if (left + j + 1 < width)
            out[(left + j + 1) * height + top + lane] = two.y;
    }
}
