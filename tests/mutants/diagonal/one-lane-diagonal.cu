// verdict: missed - the diagonal comes from global memory, a lane at a time
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
    int sum = 0;
    for (int k = 0; k < 32; k++)
        if (k == lane)
            sum = ((volatile const int *)in)[lane * 33];
    volatile int *t = &tile[0][0];
#pragma unroll 1
    for (int k = 0; k < 65; k++) {
        bool column = k > 32;
        int at = column ? (k - 33) * 32 + place(k - 33, lane) : lane * 32 + place(lane, k % 32);
        sum += t[at] * (column ? -2 : k == 32 ? 0 : 1);
    }
    out[blockIdx.x * 32 + lane] = sum;
}
