// verdict: wrong - written at another place than it is read from

extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x;
    int y = blockIdx.y * 32 + threadIdx.y;
    int to_x = blockIdx.y * 32 + threadIdx.x;
    int to_y = blockIdx.x * 32 + threadIdx.y;

    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * size + x];
    __syncthreads();
    out[to_y * size + to_x] =
        tile[threadIdx.x][threadIdx.y];
}
