// verdict: missed - one of the tiles waits in a second matrix in global memory

__device__ int aside[200 * 200];

extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int tile[32][33];
    int lane = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    if (x < y)
        return;
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (y + lane < size && x + j < size)
            aside[(x + j) * size + y + lane] = data[(x + j) * size + y + lane];
        if (x + lane < size && y + j < size)
            tile[j][lane] = data[(y + j) * size + x + lane];
    }
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (y + lane < size && x + j < size)
            data[(x + j) * size + y + lane] = tile[lane][j];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (y + lane < size && x + j < size)
            tile[j][lane] = aside[(x + j) * size + y + lane];
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += 8)
        if (x + lane < size && y + j < size && x > y)
            data[(y + j) * size + x + lane] = tile[lane][j];
}
