// One tile of shared memory: the lower numbers wait in registers.
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int tile[32][33];
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    if (x > y)
        return;
    int below[4], out[4];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        int j = threadIdx.y + 8 * r;
        below[r] = y + lane < size && x + j < size ? data[(x + j) * size + y + lane] : 0;
        if (x + lane < size && y + j < size)
            tile[j][lane] = data[(y + j) * size + x + lane];
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; r++)
        out[r] = tile[lane][threadIdx.y + 8 * r];
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; r++) {
        int j = threadIdx.y + 8 * r;
        if (y + lane < size && x + j < size)
            data[(x + j) * size + y + lane] = out[r];
        tile[j][lane] = below[r];
    }
    if (x == y)
        return;
    __syncthreads();
#pragma unroll
    for (int r = 0; r < 4; r++) {
        int j = threadIdx.y + 8 * r;
        if (x + lane < size && y + j < size)
            data[(y + j) * size + x + lane] = tile[lane][j];
    }
}
