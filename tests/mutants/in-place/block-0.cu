// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, int *data, int size)
{
    __shared__ int upper[32][32 + 1], lower[32][32 + 1];
    if (blockIdx.x < blockIdx.y)
        return;

    // The upper tile begins in column `x` and row `y`, the lower one in
    // column `y` and row `x`.
    int x = blockIdx.x * 32, y = blockIdx.y * 32, lane = threadIdx.x;
    for (int j = threadIdx.y; j < 32; j += 8) {
        if (x + lane < size && y + j < size)
            upper[j][lane] = data[(y + j) * size + x + lane];
        if (y + lane < size && x + j < size)
            lower[j][lane] = data[(x + j) * size + y + lane];
    }
    __syncthreads();

    for (int j = threadIdx.y; j < 32; j += 8) {
        if (y + lane < size && x + j < size)
            data[(x + j) * size + y + lane] = upper[lane][j];
        if (x != y && x + lane < size && y + j < size)
            data[(y + j) * size + x + lane] = lower[lane][j];
    }
}
#undef blockIdx

extern "C" __global__ void transpose(int *data, int size)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, data, size);
        __syncthreads();
    }
}
