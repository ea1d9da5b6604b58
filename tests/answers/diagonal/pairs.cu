// Each lane stores two neighbours of a row at once.
__device__ int mix(int row)
{
    return (row << 1 & 31) ^ (row & 16 ? 5 : 0);
}
__device__ int place(int row, int column)
{
    return column ^ mix(row);
}
extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ __align__(16) int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;
    for (int k = 0; k < 16; k++) {
        int row = 2 * k + lane / 16, column = lane % 16 * 2;
        int2 two = *(const int2 *)&in[row * 32 + column];
        if (mix(row) & 1)
            two = make_int2(two.y, two.x);
        *(int2 *)&tile[row][place(row, column) & ~1] = two;
    }
    __syncwarp();
    int sum = tile[lane][place(lane, lane)];
    for (int k = 0; k < 32; k++) {
        sum += tile[lane][place(lane, k)];
        sum -= 2 * tile[k][place(k, lane)];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
