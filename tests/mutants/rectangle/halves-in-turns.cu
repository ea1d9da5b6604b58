// verdict: missed - rows of 34 words conflict two ways: one half of the lanes reads after the other

extern "C" __global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[32][34];
    int x = blockIdx.x * 32 + threadIdx.x, first = blockIdx.y * 32;
    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && first + j < height)
            tile[j][threadIdx.x] = in[(first + j) * width + x];
    __syncthreads();
    int to_x = blockIdx.y * 32 + threadIdx.x, to_first = blockIdx.x * 32;
    volatile int (*v)[34] = tile;
    for (int j = threadIdx.y; j < 32; j += 8) {
        int n = 0;
        bool in_it = to_x < height && to_first + j < width;
        if (in_it && threadIdx.x < 16)
            n = v[threadIdx.x][j];
        __syncwarp();
        if (in_it && threadIdx.x >= 16)
            n = v[threadIdx.x][j];
        __syncwarp();
        if (in_it)
            out[(to_first + j) * height + to_x] = n;
    }
}
