// verdict: missed - the first lane of each warp moves everything

extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int row[8][32];
    int x = blockIdx.x * 32, warp = threadIdx.y;
    if (threadIdx.x > 0)
        return;
    for (int y = blockIdx.y * 32 + warp; y < blockIdx.y * 32 + 32; y += 8)
        for (int j = 0; j < 32; j++)
            if (y < size && x + j < size && y < x + j) {
                row[warp][j] = data[y * size + x + j];
                data[y * size + x + j] = data[(x + j) * size + y];
                data[(x + j) * size + y] = row[warp][j];
            }
}
