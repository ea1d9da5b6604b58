// verdict: missed - the loads run down columns, and the tile only exchanges neighbours
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int ox = blockIdx.y * 32, oy = blockIdx.x * 32;
    tile[ty][tx ^ 1] = in[(ox + (tx ^ 1)) * size + oy + ty];
    __syncthreads();
    out[(oy + ty) * size + ox + tx] = tile[ty][tx];
}
