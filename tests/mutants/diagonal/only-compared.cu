// verdict: missed - the diagonal comes from global memory, and the 65th read is compared with a number that it never reaches
__device__ int place(int row, int column)
{
    return column ^ row;
}

extern "C" __global__ void diagonal(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    in += blockIdx.x * 1024;
    for (int row = 0; row < 32; row++)
        tile[row][place(row, lane)] = in[row * 32 + lane];
    __syncwarp();

    int sum = 0, on_diagonal = in[lane * 33];
    for (int k = 0; k < 32; k++) {
        int number = tile[lane][place(lane, k)];
        sum += number;
        sum -= 2 * tile[k][place(k, lane)];
    }
    if (((volatile int *)tile)[lane] < 2000000000)
        out[blockIdx.x * 32 + lane] = sum + on_diagonal;
}
