// verdict: missed - half of the rows at a time, with a word of padding in each
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[31 * 33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
    int mine = in[y * size + x], v = 0;
    if (threadIdx.y < 16)
        tile[threadIdx.y * 33 + threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x < 16)
        v = tile[threadIdx.x * 33 + threadIdx.y];
    __syncthreads();
    if (threadIdx.y >= 16)
        tile[(threadIdx.y - 16) * 33 + threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x >= 16)
        v = tile[(threadIdx.x - 16) * 33 + threadIdx.y];
    out[to_y * size + to_x] = v;
}
