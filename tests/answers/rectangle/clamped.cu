// Threads outside load the last number inside, and store nothing.
extern "C" __global__ void transpose(const int *in, int *out, int width,
                                     int height)
{
    __shared__ int tile[32][33];
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = threadIdx.y + 8 * k;
        int column = min(x + lane, width - 1), row = min(y + j, height - 1);
        tile[j][lane] = in[row * width + column];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int j = threadIdx.y + 8 * k;
        if (y + lane < height && x + j < width)
            out[(x + j) * height + y + lane] = tile[lane][j];
    }
}
