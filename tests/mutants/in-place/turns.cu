// verdict: missed - no padding: the lanes take turns at the tile instead
extern "C" __global__ void transpose(int *data, int size)
{
    __shared__ int upper[32][32], lower[32][32];
    if (blockIdx.x < blockIdx.y)
        return;

    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (x + lane < size && y + j < size)
            upper[j][lane] = data[(y + j) * size + x + lane];
        if (y + lane < size && x + j < size)
            lower[j][lane] = data[(x + j) * size + y + lane];
    }
    __syncthreads();

    for (int j = threadIdx.y; j < 32; j += 8) {
        int from_upper = 0, from_lower = 0;
        for (int turn = 0; turn < 32; turn++)
            if (lane == turn) {
                bool above = y + lane < size && x + j < size;
                bool below = x + lane < size && y + j < size;
                from_upper = above ? upper[lane][j] : 0;
                from_lower = below ? lower[lane][j] : 0;
            }
        __syncwarp();
        if (y + lane < size && x + j < size)
            data[(x + j) * size + y + lane] = from_upper;
        if (x != y && x + lane < size && y + j < size)
            data[(y + j) * size + x + lane] = from_lower;
    }
}
