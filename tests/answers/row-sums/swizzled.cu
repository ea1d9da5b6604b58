extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[1024];
    int lane = threadIdx.x, sum = 0;
    for (int y = 0; y < 32; y++)
        tile[y * 32 + (lane ^ y)] = in[(blockIdx.x * 32 + y) * 32 + lane];
    __syncthreads();
    for (int x = 31; x >= 0; x--)
        sum += tile[lane * 32 + (x ^ lane)];
    out[blockIdx.x * 32 + lane] = sum;
}
