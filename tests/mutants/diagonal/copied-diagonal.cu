// verdict: missed - the diagonal is stored a second time, in order, and `place` is as it was

__device__ int place(int row, int column)
{
    return column ^ row;
}

extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;

    int mine = 0;
    for (int row = 0; row < 32; row++) {
        int number = in[row * 32 + lane];
        tile[row][place(row, lane)] = number;
        mine = row == lane ? number : mine;
    }
    __syncwarp();

    int sum = 0;
    for (int k = 0; k < 32; k++) {
        sum += tile[lane][place(lane, k)];
        sum -= 2 * tile[k][place(k, lane)];
    }
    __syncwarp();
    tile[0][lane] = mine;
    __syncwarp();
    out[blockIdx.x * 32 + lane] = sum + tile[0][lane];
}
