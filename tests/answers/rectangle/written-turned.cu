// The tile is written turned and read along its rows.

extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int turned[32][33];
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int j = 4 * threadIdx.y; j < 4 * threadIdx.y + 4; j++)
        if (x + lane < width && y + j < height)
            turned[lane][j] = in[(y + j) * width + x + lane];
    __syncthreads();
    for (int j = 4 * threadIdx.y; j < 4 * threadIdx.y + 4; j++)
        if (y + lane < height && x + j < width)
            out[(x + j) * height + y + lane] = turned[j][lane];
}
