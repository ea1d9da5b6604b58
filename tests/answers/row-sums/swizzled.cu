// The tile itself is swizzled.
extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 1024;
    for (int y = 0; y < 32; y++)
        tile[y][lane ^ y] = rows[y * 32 + lane];
    __syncthreads();
    int sum = 0;
    for (int k = 0; k < 32; k++)
        sum += tile[lane][k ^ lane];
    out[blockIdx.x * 32 + lane] = sum;
}
