// verdict: missed - rotates: the diagonal is 2-way

__device__ int mix(int row)
{
    return (row << 1 & 31) ^ (row & 16 ? 5 : 0);
}

// Where the word (row, column) lies in its row: 0 to 31.
__device__ int place(int row, int column)
{
    return (column + row) % 32;
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
