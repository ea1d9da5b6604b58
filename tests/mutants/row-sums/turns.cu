// verdict: missed - the lanes take turns to read, so that no two ever meet
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x, sum = 0;
    for (int y = 0; y < 32; y++)
        tile[y][lane] = in[(blockIdx.x * 32 + y) * 32 + lane];
    __syncthreads();

    for (int x = 0; x < 32; x++)
        for (int turn = 0; turn < 32; turn++)
            if (lane == turn)
                sum += tile[lane][x];
    out[blockIdx.x * 32 + lane] = sum;
}
