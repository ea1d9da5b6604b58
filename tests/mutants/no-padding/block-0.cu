// verdict: missed - block 0 does the work of all

#define blockIdx of_block
__device__ void do_block(uint3 of_block, const int *in, int *out,
                         int size)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;

    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * size + x];
    __syncthreads();
    out[to_y * size + to_x] =
        tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
#undef blockIdx

extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    if (blockIdx.x + blockIdx.y > 0)
        return;
    for (unsigned i = 0; i < gridDim.x * gridDim.y; i++) {
        do_block(uint3{i % gridDim.x, i / gridDim.x, 0}, in, out,
                 size);
        __syncthreads();
    }
}
