// verdict: missed - each lane keeps its number of the diagonal in a register, and one row is read twice
__device__ int place(int row, int column)
{
    int mix = (row << 1 & 31) ^ (row & 16 ? 5 : 0);
    return column ^ mix;
}

extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x, kept = 0;
    in += blockIdx.x * 1024;

    for (int row = 0; row < 32; row++) {
        int number = in[row * 32 + lane];
        tile[row][place(row, lane)] = number;
        if (row == lane) kept = number;
    }
    __syncwarp();

    volatile int *again = &tile[0][place(0, lane)];
    int sum = kept;
    for (int k = 0; k < 32; k++) {
        sum += tile[lane][place(lane, k)];
        sum -= k == 0 ? 3 * *again - *again : 2 * tile[k][place(k, lane)];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
