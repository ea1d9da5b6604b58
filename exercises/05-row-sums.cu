// Exercise row-sums: columns without conflicts.
//
// Each block is one warp. It copies 32 rows of 32 numbers to a tile,
// then lane n adds up row n. In every step the 32 lanes read one column,
// and a column lies in one bank. Change the order in which a lane reads
// its row, so that no read has a conflict. Keep the tile.
//
// Check it: type "check row-sums" at the prompt of Warpschool.

extern "C" __global__ void row_sums(const int *in, int *out)
{
    __shared__ int tile[32][32];
    int lane = threadIdx.x;
    const int *rows = in + blockIdx.x * 32 * 32;

    for (int y = 0; y < 32; y++)
        tile[y][lane] = rows[y * 32 + lane];
    __syncthreads();

    int sum = 0;
    for (int k = 0; k < 32; k++) {
        // TODO: all lanes read column k. Let each lane read another
        // column.
        int column = k;
        sum += tile[lane][column];
    }
    out[blockIdx.x * 32 + lane] = sum;
}
