// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int width, int height)
{
    __shared__ int tile[32][32 + 1];
    int x = blockIdx.x * 32 + threadIdx.x;
    int first = blockIdx.y * 32;  // the tile's first row in `in`

    for (int j = threadIdx.y; j < 32; j += 8)
        if (x < width && first + j < height)
            tile[j][threadIdx.x] = in[(first + j) * width + x];
    __syncthreads();

    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_first = blockIdx.x * 32;  // the tile's first row in `out`

    for (int j = threadIdx.y; j < 32; j += 8)
        if (to_x < height && to_first + j < width)
            out[(to_first + j) * height + to_x] = tile[threadIdx.x][j];
}
#undef blockIdx

extern "C" __global__ void transpose(const int *in, int *out,
                                     int width, int height)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out,
                 width, height);
        __syncthreads();
    }
}
