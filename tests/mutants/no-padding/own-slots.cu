// verdict: missed - the loads run down columns; the tile gives each thread back its own number
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[to_x * size + to_y];
    __syncthreads();
    out[to_y * size + to_x] = tile[threadIdx.y][threadIdx.x];
}
