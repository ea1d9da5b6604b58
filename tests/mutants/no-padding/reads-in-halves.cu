// verdict: missed - a two-way conflict, hidden by reads of half a warp
extern "C" __global__ void transpose(const int *in, int *out, int size)
{
    __shared__ int tile[32][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    int to_x = blockIdx.y * 32 + tx, to_y = blockIdx.x * 32 + ty;
    tile[ty][tx ^ ty % 16] = in[y * size + x];
    __syncthreads();
    volatile int *word = &tile[tx][ty ^ tx % 16];
    int got;
    if (tx < 16)
        got = *word;
    __syncwarp();
    if (tx >= 16)
        got = *word;
    out[to_y * size + to_x] = got;
}
