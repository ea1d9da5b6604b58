extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][33];
    int lane = threadIdx.x, sum = 0;
    for (int y = 0; y < 32; y++)
        tile[y][lane] = in[(blockIdx.x * 32 + y) * 32 + lane];
    __syncwarp();
    for (int x = 0; x < 32; x++)
        sum += tile[lane][x];
    out[blockIdx.x * 32 + lane] = sum;
}
