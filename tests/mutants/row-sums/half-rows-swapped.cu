// verdict: missed - each lane has half of its row added up by a neighbour
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][33], other[32];
    int lane = threadIdx.x, pair = lane ^ 1;
    const int *rows = in + blockIdx.x * 1024;
    for (int y = 0; y < 32; y++) tile[y][lane] = rows[y * 32 + lane];
    __syncthreads();
    int own = 0, his = 0, from = lane % 2 * 16;
    for (int k = from; k < from + 16; k++) { own += tile[lane][k ^ (lane & 1) * 0]; his += tile[pair][k]; }
    other[pair] = his;
    __syncthreads();
    out[blockIdx.x * 32 + lane] = own + other[lane];
}
