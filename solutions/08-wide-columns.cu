// Exercise wide-columns: one solution.
//
// 16-byte accesses are served eight lanes at a time, and eight float4
// fill the 32 banks once. So the unit of the swizzle is a float4, and
// three bits of the row are enough: eight neighbouring rows, eight
// different places.

extern "C" __global__ void wide_columns(const float4 *in, float4 *out)
{
    __shared__ float4 tile[32][8];
    int lane = threadIdx.x;
    in += blockIdx.x * 256;
    out += blockIdx.x * 256;

    for (int first = 0; first < 32; first += 4) {
        int row = first + lane / 8;
        int column = lane % 8;
        tile[row][column ^ (row % 8)] = in[first * 8 + lane];
    }
    __syncwarp();
    for (int column = 0; column < 8; column++) {
        int row = lane;
        out[column * 32 + lane] = tile[row][column ^ (row % 8)];
    }
}
