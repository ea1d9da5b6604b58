// Exercise room: make room for more blocks.
//
// Each block reverses 40 rows of 256 numbers, through shared memory.
// It keeps all 40 rows there at once, 40 KiB. So only few blocks fit on
// an SM. Bring the occupancy to 100 %.
//
// Check it: type "check room" at the prompt of Warpschool.

#define ROWS 40

extern "C" __global__ void turn_rows(const int *in, int *out)
{
    __shared__ int rows[ROWS][256];
    int t = threadIdx.x;
    in += blockIdx.x * ROWS * 256;
    out += blockIdx.x * ROWS * 256;

    // TODO: how many rows have to be there at the same time?
    for (int row = 0; row < ROWS; row++)
        rows[row][t] = in[row * 256 + t];
    __syncthreads();
    for (int row = 0; row < ROWS; row++)
        out[row * 256 + t] = rows[row][255 - t];
}
