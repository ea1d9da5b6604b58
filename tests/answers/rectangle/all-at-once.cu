// The tile is turned while it is written: padded rows keep that free of conflicts.
extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][33];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, lane = threadIdx.x;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = k * 8 + threadIdx.y;
        if (x0 + lane < width && y0 + j < height)
            tile[lane][j] = __ldg(in + (size_t)(y0 + j) * width + x0 + lane);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = k * 8 + threadIdx.y;
        if (y0 + lane < height && x0 + j < width)
            out[(size_t)(x0 + j) * height + y0 + lane] = tile[j][lane];
    }
}
