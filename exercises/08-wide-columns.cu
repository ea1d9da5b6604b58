// Exercise wide-columns: a column of float4.
//
// Each block is one warp. It copies 32 rows of eight float4 to a tile
// and writes them to `out` column by column. The reads of the tile have
// conflicts. Remove them, without more shared memory, and keep moving 16
// bytes at a time.
//
// Check it: type "check wide-columns" at the prompt of Warpschool.

extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[32][8];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int first = 0; first < 32; first += 4) {
        int row = first + lane / 8;
        int column = lane % 8;
        // TODO: another place in the row.
        tile[row][column] = in[first * 8 + lane];
    }
    __syncwarp();
    for (int column = 0; column < 8; column++) {
        int row = lane;
        out[column * 32 + lane] = tile[row][column];
    }
}
