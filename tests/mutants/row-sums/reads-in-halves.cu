// verdict: missed - a two-way conflict, hidden by reads of half a warp
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][34];
    int lane = threadIdx.x, sum = 0;
    for (int y = 0; y < 32; y++)
        tile[y][lane] = in[(blockIdx.x * 32 + y) * 32 + lane];
    __syncthreads();
    for (int half = 0; half < 2; half++) {
        if (lane / 16 == half)
            for (int k = 0; k < 32; k++)
                sum += tile[lane][k];
        __syncwarp();
    }
    out[blockIdx.x * 32 + lane] = sum;
}
