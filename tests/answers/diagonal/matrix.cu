// The mixed row is a matrix of bits times the row.
__device__ int mix(int row)
{
    const int masks[5] = {16, 1, 18, 4, 8};
    int m = 0;
#pragma unroll
    for (int b = 0; b < 5; b++)
        m |= (__popc(row & masks[b]) & 1) << b;
    return m;
}
__device__ int place(int row, int column)
{
    return column ^ (mix(row));
}
extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;

    for (int row = 0; row < 32; row++)
        tile[row][place(row, lane)] = in[row * 32 + lane];
    __syncwarp();

    int sum = tile[lane][place(lane, lane)];
    for (int k = 0; k < 32; k++) {
        sum += tile[lane][place(lane, k)];
        sum -= 2 * tile[k][place(k, lane)];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
